import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { useImports } from '../../records/use-imports.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { FilterIcon, UploadIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { importWays, listToolsWords } from '../../words/list.ts';
import { useRecordName } from '../record-name.tsx';
import type { ResourceView } from '../resource-view.ts';
import { counted } from './counted.ts';
import { DownloadProgress } from './download-progress.tsx';
import { ExportOutcome } from './export-outcome.tsx';
import { filterWords } from './filter-words.ts';
import { ListExport, useListExport } from './list-export.tsx';
import { ListFilters } from './list-filters.tsx';
import css from './list-tools.module.css';
import { MadeNotice } from './made-notice.tsx';
import { ReferenceFilter } from './reference-filter.tsx';
import { SortPicker } from './sort-picker.tsx';
import type { ListAddress } from './use-list-address.ts';

/** The fields for days bring a calendar along. */
const DateChoices = lazyPart(() => import('./date-choices.tsx'));

export interface ListToolsProps {
  readonly view: ResourceView;
  readonly address: ListAddress;
  /** What the list shows, in its order. */
  readonly rows: readonly RecordRow<Fields>[];
  /** There is room for the filters by choice beside the search; else they are in the panel. */
  readonly wide: boolean;
  /** Local id of a record that was just made, where the list hides it. */
  readonly made: string | null;
  /** Brings in records from a file: begins, or goes on with the import that has this id. Null where there is no such way. */
  readonly onImport: ((going: string | null) => void) | null;
}

/**
 * What a list can do beside its search: its order where no headings can be pressed, its filters, what it is narrowed to
 * and hides by that, its first download, its import and its export. A lazy chunk.
 */
export default function ListTools({ view, address, rows, wide, made, onImport }: ListToolsProps) {
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const { filters, setFilter, clear, sort, setSort } = address;
  const referred = useReferred(view, address);
  const words = filterWords(view, filters, referred?.name ?? '');
  const exported = useListExport(view);
  const hasPanel = !wide || view.dates !== undefined || referred !== null;
  const choices = <ListFilters view={view} filters={filters} setFilter={setFilter} />;
  const files = (
    <>
      {onImport && <ImportButton onClick={() => onImport(null)} />}
      <ListExport view={view} rows={rows} state={exported} />
    </>
  );
  return (
    <>
      <div className={css['download']}>
        <DownloadProgress resource={view.resource} />
      </div>
      {wide ? choices : <SortPicker view={view} sort={sort} setSort={setSort} />}
      {hasPanel && (
        <FiltersButton
          active={words.length}
          panel={opened ? panel : undefined}
          onPress={() => setOpened(!opened)}
        />
      )}
      {wide && files}
      {words.length > 0 && <ActiveFilters words={words} onClear={clear} />}
      <ParkedNote rows={rows} />
      {hasPanel && opened && (
        <section id={panel} aria-label={listToolsWords.filters} className={css['panel']}>
          {!wide && <div className={css['selects']}>{choices}</div>}
          <LazySlot onClose={() => setOpened(false)}>
            <PanelFilters view={view} address={address} referred={referred} />
          </LazySlot>
          {!wide && (
            <div className={css['foot']}>
              {files}
              <Button onClick={() => setOpened(false)}>
                {listToolsWords.show({ records: counted(rows.length, resourceSpecs[view.resource].label) })}
              </Button>
            </div>
          )}
        </section>
      )}
      {(exported.working || exported.words !== '') && (
        <div className={css['outcome']}>
          <ExportOutcome state={exported} />
        </div>
      )}
      {onImport && <UnreadImports view={view} onGoOn={onImport} />}
      {made !== null && <MadeNotice resource={view.resource} made={made} onShow={address.widen} />}
    </>
  );
}

function ImportButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" leftSection={<UploadIcon size={18} aria-hidden />} onClick={onClick}>
      {importWays.import}
    </Button>
  );
}

interface ImportsProps {
  readonly view: ResourceView;
  readonly onGoOn: (id: string) => void;
}

/** What there is to say of imports, of which most lists know none. */
function UnreadImports({ view: { importing }, onGoOn }: ImportsProps) {
  const imports = (useImports() ?? []).filter(({ isRead }) => !isRead);
  const [shown, setShown] = useState(true);
  return (
    <LazySlot onClose={() => setShown(false)}>
      {shown && importing && imports.length > 0 && <importing.Notice onGoOn={onGoOn} />}
    </LazySlot>
  );
}

/** What the list's records refer to, and the one that the list is narrowed to. */
interface ReferenceFilterState {
  readonly field: string;
  readonly to: ResourceName;
  /** Null where it is not narrowed to one. */
  readonly chosen: string | null;
  readonly name: string;
}

function useReferred(view: ResourceView, { filters, setFilter }: ListAddress): ReferenceFilterState | null {
  const [reference] = specOf(view.resource).references;
  const id = (reference && filters[reference.field]?.[0]) ?? null;
  const name = useRecordName(reference?.to ?? view.resource, id);
  const { row } = useReferenced(reference?.to ?? view.resource, id);
  const known = row?.serverId;
  // Other devices do not know a local id, which the address has until there is a better one.
  const toKnown = useEffectEvent(() => {
    if (reference && id !== null && known !== undefined && id !== String(known))
      setFilter(reference.field, [String(known)]);
  });
  useEffect(() => toKnown(), [known]);
  return reference ? { ...reference, name, chosen: id === null ? null : name } : null;
}

interface ButtonProps {
  /** How many filters are. */
  readonly active: number;
  /** Id of the panel that it has opened. */
  readonly panel: string | undefined;
  readonly onPress: () => void;
}

function FiltersButton({ active, panel, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      className={css['open']}
      data-active={active > 0 || undefined}
      aria-expanded={panel !== undefined}
      aria-controls={panel}
      onClick={onPress}
    >
      <FilterIcon size={20} aria-hidden />
      <span className={css['word']}>{listToolsWords.filters}</span>
      {active > 0 && (
        <span className={css['count']}>
          <span aria-hidden>{active}</span>
          <span className={css['unseen']}>{listToolsWords.active({ count: active })}</span>
        </span>
      )}
    </button>
  );
}

/** Counts the records of the list whose change needs attention. */
function ParkedNote({ rows }: Pick<ListToolsProps, 'rows'>) {
  const hasParked = (useSyncStatus()?.parked ?? 0) > 0;
  const count = hasParked ? rows.filter(({ mark }) => mark === 'attention').length : 0;
  if (count === 0) return null;
  return (
    <p className={css['active']}>
      <span>{listToolsWords.parked({ count })}</span>
      <Link to="/sync">{listToolsWords.openSync}</Link>
    </p>
  );
}

interface ActiveProps {
  readonly words: readonly string[];
  readonly onClear: () => void;
}

function ActiveFilters({ words, onClear }: ActiveProps) {
  return (
    <p className={css['active']}>
      <span>{words.join(' · ')}</span>
      <Button variant="subtle" onClick={onClear}>
        {listToolsWords.clearFilters}
      </Button>
    </p>
  );
}

interface PanelProps extends Pick<ListToolsProps, 'view' | 'address'> {
  readonly referred: ReferenceFilterState | null;
}

function PanelFilters({ view, address, referred }: PanelProps) {
  const { filters, setFilter } = address;
  return (
    <>
      {view.dates?.map((date) => (
        <DateChoices
          key={date.field}
          date={date}
          chosen={filters[date.field]?.join(',') ?? ''}
          onChoose={(choice) => setFilter(date.field, choice === '' ? [] : [choice])}
        />
      ))}
      {referred && (
        <ReferenceFilter
          to={referred.to}
          chosen={referred.chosen}
          onChoose={(id) => setFilter(referred.field, id === '' ? [] : [id])}
        />
      )}
    </>
  );
}
