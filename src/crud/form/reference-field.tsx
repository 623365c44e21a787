import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { type RecordRow, useRecordList, useReferenced } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { makeRoomBelow } from '../../ui/feedback/make-room-below.ts';
import { useTopEscape } from '../../ui/feedback/use-top-escape.ts';
import { type FieldSpan, spanOf } from '../../ui/fields/field-span.ts';
import { PlusIcon } from '../../ui/icons.ts';
import { readable, titleOf } from '../readable.ts';
import { useRecordName } from '../record-name.tsx';
import { useResourceView } from '../resource-views.ts';
import { ResourceFormDialog } from './lazy-dialogs.ts';
import css from './reference-field.module.css';

interface Props {
  readonly label: string;
  /** Stands where nothing is chosen, and takes a choice back: 'Select a Customer'. */
  readonly placeholder: string;
  readonly to: ResourceName;
  /** Local id of the chosen record. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly span?: FieldSpan;
  readonly onChange: (localId: string | null) => void;
}

/** Nobody reads more of a list than this before typing a letter more. */
const SHOWN = 50;
/** Eight and the two that are none of them; with a keyboard on a phone's screen, what is left of it. */
const HEIGHT = 'min(29rem, var(--combobox-floating-options-max-height, 29rem))';
const NONE = '';
/** No local id has a blank in it. */
const ADD = 'add new';

/** Chooses another record from all that the device has, by search; or makes a new one on the spot. */
export function ReferenceField({ label, placeholder, to, value, error, hint, span, onChange }: Props) {
  const [search, setSearch] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState(false);
  const view = useResourceView(to);
  const chosen = useRecordName(to, value);
  const { row: current } = useReferenced(to, value);
  const deferred = useDeferredValue(search ?? '');
  const wanted = search !== null && search === confirmed ? search : deferred;
  const { rows }: { rows: readonly RecordRow<Fields>[] } = useRecordList(to, wanted);
  const combobox = useCombobox({
    onDropdownOpen: () => makeRoomBelow(field.current),
    onDropdownClose: () => {
      setSearch(null);
      combobox.resetSelectedOption();
    },
  });

  useTopEscape(() => combobox.closeDropdown(), combobox.dropdownOpened);

  // Enter takes the first that was found. The list may change under what is marked: by the sync, at any time.
  const markFirst = useEffectEvent((text: string) => {
    if (text === '' || rows.length === 0) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  });
  const followMark = useEffectEvent(() => combobox.updateSelectedOptionIndex());
  useEffect(() => markFirst(wanted), [wanted]);
  useEffect(() => {
    if (rows.length > 0) followMark();
  }, [rows]);

  /** While the list is open, Enter is for the list: it does not save the form around it. */
  function keepEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !combobox.dropdownOpened) return;
    event.preventDefault();
    // Enter may come before the list of what was typed is drawn: it must not choose from the one before.
    if (search !== null && search !== wanted) flushSync(() => setConfirmed(search));
    if (combobox.getSelectedOptionIndex() === -1) combobox.closeDropdown();
  }

  function choose(option: string): void {
    combobox.closeDropdown();
    if (option === ADD) setAdding(true);
    else onChange(option === NONE ? null : option);
  }

  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={choose}
        zIndex={400}
        position="bottom-start"
        offset={2}
        floatingHeight="viewport"
        middlewares={{ size: { padding: 4 } }}
      >
        <Combobox.Target withExpandedAttribute>
          <TextInput
            ref={field}
            label={label}
            placeholder={placeholder}
            error={error}
            {...spanOf(span)}
            description={error ? undefined : hint}
            value={search ?? (value === null ? '' : chosen)}
            onChange={({ currentTarget }) => {
              setSearch(currentTarget.value);
              combobox.openDropdown();
            }}
            onKeyDown={keepEnter}
            onClick={() => combobox.openDropdown()}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => combobox.closeDropdown()}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options mah={HEIGHT} className={css['options'] ?? ''} aria-label={placeholder}>
            {wanted === '' && <Combobox.Option value={NONE}>{placeholder}</Combobox.Option>}
            {rows.slice(0, SHOWN).map((row) => (
              <Combobox.Option
                key={row.localId}
                value={row.localId}
                active={row.localId === current?.localId}
              >
                <span className={css['name']}>{titleOf(to, row.view)}</span>
                <span className={css['more']}>
                  {tellingFacts(view.columns, readable(to, row.view)).join(' · ')}
                </span>
              </Combobox.Option>
            ))}
            {rows.length === 0 && <Combobox.Empty>Nothing found</Combobox.Empty>}
            {rows.length > SHOWN && (
              <Combobox.Empty>and {rows.length - SHOWN} more: type to find one</Combobox.Empty>
            )}
            {/* Among the options: the arrow keys go no further. */}
            <div className={css['foot']}>
              <Combobox.Option value={ADD} className={css['add'] ?? ''}>
                <PlusIcon size={16} aria-hidden /> Add New {resourceSpecs[to].label.title}
              </Combobox.Option>
            </div>
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <LazySlot onClose={() => setAdding(false)}>
        {adding && (
          <ResourceFormDialog
            view={view}
            row={null}
            above
            onClose={(saved) => {
              setAdding(false);
              if (saved !== null) onChange(saved);
            }}
          />
        )}
      </LazySlot>
    </>
  );
}

/** What tells two records of one name apart: the first facts after the name. */
function tellingFacts(
  columns: ReturnType<typeof useResourceView>['columns'],
  fields: Fields,
): readonly string[] {
  return columns
    .filter((column) => !column.heading && !column.choices)
    .map(({ field }) => String(fields[field] ?? '').trim())
    .filter(Boolean)
    .slice(0, 2);
}
