import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, type ComboboxStore, TextInput, useCombobox } from '@mantine/core';
import {
  type KeyboardEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { choicesOf, resourceSpecs } from '../../domain/resource-specs.ts';
import { type RecordRow, useRecordList, useReferenced } from '../../records/use-records.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { makeRoomBelow, useTopEscape } from '../../ui/feedback/use-layer.ts';
import { type FieldSpan, spanOf } from '../../ui/fields/form-fields.tsx';
import { PlusIcon } from '../../ui/icons.ts';
import { fieldWords, formWords } from '../../words/form.ts';
import { readable, titleOf } from '../readable.ts';
import { useRecordName } from '../record-link.tsx';
import { type ResourceView, useResourceView } from '../resource-view.ts';
import { ResourceFormDialog } from './lazy-dialogs.ts';
import css from './reference-field.module.css';

interface ReferenceFieldProps {
  readonly label: string;
  /** Such as 'Select a Customer'. It also labels the option that clears the field. */
  readonly placeholder: string;
  readonly to: ResourceName;
  /** A local or server id. */
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly span?: FieldSpan;
  /** Offers to add a record. Default true. */
  readonly adds?: boolean;
  readonly onChange: (localId: string | null) => void;
}

const SHOWN = 20;
/** Fits eight records and two other options, or fewer above an on-screen keyboard. */
const HEIGHT = 'min(29rem, var(--combobox-floating-options-max-height, 29rem))';
const NONE = '';
/** Cannot be a local id, which has no spaces. */
const ADD = 'add new';

export function ReferenceField({
  label,
  placeholder,
  to,
  value,
  error,
  hint,
  span,
  adds = true,
  onChange,
}: ReferenceFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState(false);
  const chosen = useRecordName(to, value);
  const search = useReferenceSearch(to, field);
  const { combobox } = search;
  // Drawn in a task after the form's. In one task, both take 112 ms of processor time; the longer of two takes 82 (P8).
  const isLater = useDeferredValue(true, false);

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
            {...{ label, placeholder, error }}
            {...spanOf(span)}
            description={error ? undefined : hint}
            value={search.text ?? (value === null ? '' : chosen)}
            onChange={({ currentTarget }) => search.type(currentTarget.value)}
            onKeyDown={search.keepEnter}
            onClick={() => combobox.openDropdown()}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => combobox.closeDropdown()}
            rightSection={<Combobox.Chevron />}
            rightSectionPointerEvents="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Combobox.Target>
        {(isLater || combobox.dropdownOpened) && <Options {...{ to, value, placeholder, adds, search }} />}
      </Combobox>
      <AddReferenced to={to} open={adding} onClose={() => setAdding(false)} onAdded={onChange} />
    </>
  );
}

interface OptionsProps extends Pick<ReferenceFieldProps, 'to' | 'value' | 'placeholder'> {
  readonly adds: boolean;
  readonly search: ReferenceSearch;
}

function Options({ to, value, placeholder, adds, search }: OptionsProps) {
  const { wanted, rows } = search;
  const { columns } = useResourceView(to);
  const { row: current } = useReferenced(to, value);
  return (
    <Combobox.Dropdown>
      <Combobox.Options mah={HEIGHT} className={css.options} aria-label={placeholder}>
        {wanted === '' && <Combobox.Option value={NONE}>{placeholder}</Combobox.Option>}
        {rows.slice(0, SHOWN).map(({ localId, view }) => (
          <Combobox.Option key={localId} value={localId} active={localId === current?.localId}>
            <span className={css.name}>{titleOf(to, view)}</span>
            <span className={css.more}>{tellingFacts(to, columns, readable(to, view)).join(' · ')}</span>
          </Combobox.Option>
        ))}
        {rows.length === 0 && <Combobox.Empty>{fieldWords.nothingFound}</Combobox.Empty>}
        {rows.length > SHOWN && (
          <Combobox.Empty>{fieldWords.more({ count: rows.length - SHOWN })}</Combobox.Empty>
        )}
        {/* Must be an option, because arrow keys reach only options. */}
        {adds && (
          <div className={css.foot}>
            <Combobox.Option value={ADD} className={css.add}>
              <PlusIcon size={16} aria-hidden />{' '}
              <span>{formWords.addNew({ title: resourceSpecs[to].label.title })}</span>
            </Combobox.Option>
          </div>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  );
}

interface AddProps extends Pick<ReferenceFieldProps, 'to'> {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (localId: string) => void;
}

function AddReferenced({ to, open, onClose, onAdded }: AddProps) {
  const view = useResourceView(to);
  const close = (saved: string | null): void => {
    onClose();
    if (saved !== null) onAdded(saved);
  };
  return (
    <LazySlot onClose={onClose}>
      {open && <ResourceFormDialog view={view} row={null} above onClose={close} />}
    </LazySlot>
  );
}

/** Returns facts that distinguish records with the same name. */
function tellingFacts(
  resource: ResourceName,
  columns: ResourceView['columns'],
  fields: Fields,
): readonly string[] {
  return columns
    .filter((column) => !column.heading && choicesOf(resource, column.field).length === 0)
    .map(({ field }) => String(fields[field] ?? '').trim())
    .filter(Boolean)
    .slice(0, 2);
}

type Rows = readonly RecordRow<Fields>[];

interface ReferenceSearch {
  readonly combobox: ComboboxStore;
  /** Null while the user is not searching. */
  readonly text: string | null;
  /** The search whose results are `rows`. May lag behind `text`. */
  readonly wanted: string;
  readonly rows: Rows;
  readonly type: (text: string) => void;
  /** Keeps Enter from saving the form while the list is open. */
  readonly keepEnter: (event: KeyboardEvent) => void;
}

function useReferenceSearch(to: ResourceName, field: RefObject<HTMLInputElement | null>): ReferenceSearch {
  const [text, setText] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const deferred = useDeferredValue(text ?? '');
  const wanted = text !== null && text === confirmed ? text : deferred;
  const { rows }: { rows: Rows } = useRecordList(to, wanted);
  const combobox = useCombobox({
    onDropdownOpen: () => makeRoomBelow(field.current),
    onDropdownClose: () => {
      setText(null);
      combobox.resetSelectedOption();
    },
  });
  useTopEscape(() => combobox.closeDropdown(), combobox.dropdownOpened);
  useMark(combobox, wanted, rows);
  return {
    combobox,
    text,
    wanted,
    rows,
    type: (typed) => {
      setText(typed);
      combobox.openDropdown();
    },
    keepEnter: (event) => {
      if (event.key !== 'Enter' || !combobox.dropdownOpened) return;
      event.preventDefault();
      // Render and mark the results of the latest text first: Enter must not choose from older results, nor close the
      // list because the mark of new ones, an effect, is still to come.
      if (text !== null && text !== confirmed) flushSync(() => setConfirmed(text));
      if (combobox.getSelectedOptionIndex() === -1) combobox.closeDropdown();
    },
  };
}

/** Selects the first result for Enter. Keeps the selection when a sync changes the results. */
function useMark(combobox: ComboboxStore, wanted: string, rows: Rows): void {
  const markFirst = useEffectEvent((text: string) => {
    if (text === '' || rows.length === 0) combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  });
  const followMark = useEffectEvent(() => combobox.updateSelectedOptionIndex());
  useEffect(() => markFirst(wanted), [wanted]);
  useEffect(() => {
    if (rows.length > 0) followMark();
  }, [rows]);
}
