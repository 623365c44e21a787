import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { useImports } from '../../records/imports/use-imports.ts';
import { type RecordRow, useReferenced } from '../../records/use-records.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { MenuButton } from '../../ui/feedback/menu-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  ComfortableIcon,
  CompactIcon,
  DownloadIcon,
  MoreIcon,
  SortAscendingIcon,
  SortDescendingIcon,
  SortIcon,
  UploadIcon,
} from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { counted } from '../../ui/text/format-values.tsx';
import { exportWords, importWays, listToolsWords, listWords } from '../../words/list.ts';
import type { ResourceView } from '../resource-view.ts';
import { useDensity } from './density.ts';
import { DownloadBar } from './device-copy.tsx';
import { ExportButtons, ExportOutcome, type ListFiles, useListExport } from './export-buttons.tsx';
import { filterWords } from './filter-words.ts';
import { FiltersButton } from './filters-button.tsx';
import { type ListAddress, readSort, type Sort, sortText } from './list-address.ts';
import { ListFilters } from './list-filters.tsx';
import css from './list-tools.module.css';
import { useReferenceFilter } from './reference-filter.ts';

const PanelFilters = lazyPart(() => import('./panel-filters.tsx'));

export interface ListToolsProps {
  readonly view: ResourceView;
  readonly address: ListAddress;
  readonly rows: readonly RecordRow<Fields>[];
  /** If 'large', the choice filters are beside the search. Otherwise they are in the panel. */
  readonly size: 'small' | 'medium' | 'large';
  /** Local id of a new record that the list hides. */
  readonly made: string | null;
  readonly onImport: ((going: string | null) => void) | null;
  /** The import dialog is open. It reports on imports itself, so the list does not. */
  readonly isImporting: boolean;
}

/** A lazy chunk. */
export default function ListTools(props: ListToolsProps) {
  const { view, address, rows, size, made, onImport, isImporting } = props;
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const { filters, setFilter, clear, sort, setSort } = address;
  const referred = useReferenceFilter(view, address);
  const words = filterWords(view, filters, referred?.name ?? '');
  const exported = useListExport(view, rows);
  const isPhone = size === 'small';
  const isWide = size === 'large';
  const hasMore = view.dates !== undefined || referred !== null;
  const hasPanel = !isWide || hasMore;
  const choices = <ListFilters view={view} filters={filters} setFilter={setFilter} />;
  const files = (
    <>
      {onImport && <ImportButton onClick={() => onImport(null)} />}
      {isPhone ? <ListExport exported={exported} /> : <ListOptions exported={exported} hasDensity={isWide} />}
    </>
  );
  return (
    <>
      <div className={css.download}>
        <DownloadBar resource={view.resource} />
      </div>
      {isWide && choices}
      {isPhone && <SortPicker view={view} sort={sort} setSort={setSort} />}
      {hasPanel && (
        <FiltersButton
          active={words.length}
          panel={opened ? panel : undefined}
          onPress={() => setOpened(!opened)}
        />
      )}
      {!isPhone && <div className={css.files}>{files}</div>}
      {words.length > 0 && <ActiveFilters words={words} onClear={clear} />}
      <ParkedNote rows={rows} />
      {hasPanel && opened && (
        <section id={panel} aria-label={listToolsWords.filters} className={css.panel}>
          {!isWide && <div className={css.selects}>{choices}</div>}
          <LazySlot onClose={() => setOpened(false)}>
            {hasMore && <PanelFilters view={view} address={address} referred={referred} />}
          </LazySlot>
          {!isWide && (
            <div className={css.foot}>
              {isPhone && files}
              <Button onClick={() => setOpened(false)}>
                {listToolsWords.show({ records: counted(rows.length, resourceSpecs[view.resource].label) })}
              </Button>
            </div>
          )}
        </section>
      )}
      {exported.words !== '' && (
        <div className={css.outcome}>
          <ExportOutcome {...exported} />
        </div>
      )}
      {onImport && !isImporting && <UnreadImports view={view} onGoOn={onImport} />}
      {made !== null && <MadeNotice resource={view.resource} made={made} onShow={address.widen} />}
    </>
  );
}

const DENSITIES = [
  { density: 'comfortable', label: listToolsWords.comfortable, Icon: ComfortableIcon },
  { density: 'compact', label: listToolsWords.compact, Icon: CompactIcon },
] as const;

const EXPORTS = [
  { format: 'csv', label: exportWords.asCsv },
  { format: 'xlsx', label: exportWords.asExcel },
] as const;

interface FilesProps {
  readonly exported: ListFiles;
}

function ListExport({ exported: { disabled, save } }: FilesProps) {
  return (
    <ExportButtons variant="default" disabled={disabled} onExport={save}>
      {exportWords.export}
    </ExportButtons>
  );
}

interface OptionsProps extends FilesProps {
  readonly hasDensity: boolean;
}

/** Leaves the line to what is used more often. */
function ListOptions({ exported: { disabled, save }, hasDensity }: OptionsProps) {
  const [chosen, choose] = useDensity();
  return (
    <MenuButton
      label={listToolsWords.options}
      position="bottom-end"
      entries={[
        ...EXPORTS.map(({ format, label }) => ({
          key: format,
          label,
          icon: <DownloadIcon size={18} aria-hidden />,
          disabled,
          onChoose: () => save(format),
        })),
        ...(hasDensity ? DENSITIES : []).map(({ density, label, Icon }, place) => ({
          key: density,
          label,
          icon: <Icon size={18} aria-hidden />,
          isApart: place === 0,
          isChosen: density === chosen,
          onChoose: () => choose(density),
        })),
      ]}
    >
      {(opener) => (
        <IconButton label={listToolsWords.options} {...opener}>
          <MoreIcon size={20} aria-hidden />
        </IconButton>
      )}
    </MenuButton>
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

function UnreadImports({ view: { importing }, onGoOn }: ImportsProps) {
  const imports = (useImports() ?? []).filter(({ isRead }) => !isRead);
  const [shown, setShown] = useState(true);
  return (
    <LazySlot onClose={() => setShown(false)}>
      {shown && importing && imports.length > 0 && <importing.Notice onGoOn={onGoOn} />}
    </LazySlot>
  );
}

function ParkedNote({ rows }: Pick<ListToolsProps, 'rows'>) {
  const hasParked = (useSyncStatus()?.parked ?? 0) > 0;
  const count = hasParked ? rows.filter(({ mark }) => mark === 'attention').length : 0;
  if (count === 0) return null;
  return (
    <p className={css.active}>
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
    <p className={css.active}>
      <span>{words.join(' · ')}</span>
      <Button variant="subtle" onClick={onClear}>
        {listToolsWords.clearFilters}
      </Button>
    </p>
  );
}

interface MadeNoticeProps {
  readonly resource: ResourceName;
  readonly made: string;
  readonly onShow: () => void;
}

function MadeNotice({ resource, made, onShow }: MadeNoticeProps) {
  const { row } = useReferenced(resource, made);
  if (!row) return null;
  const { label } = resourceSpecs[resource];
  return (
    <div className={css.hidden} role="status">
      <Notice
        tone="info"
        action={
          <Button variant="default" onClick={onShow}>
            {listWords.showAll({ nouns: label.plural.toLowerCase() })}
          </Button>
        }
      >
        {listToolsWords.newIsHidden({ noun: label.noun })}
      </Notice>
    </div>
  );
}

interface SortPickerProps {
  readonly view: ResourceView;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
}

/** Sorts cards, which have no column headers. */
function SortPicker({ view, sort, setSort }: SortPickerProps) {
  const Icon = sort === null ? SortIcon : sort.descending ? SortDescendingIcon : SortAscendingIcon;
  const own =
    specOf(view.resource).placement === 'first' ? listToolsWords.newestFirst : listToolsWords.oldestFirst;
  return (
    <div className={css.picker} data-chosen={sort !== null || undefined}>
      <Icon size={20} aria-hidden />
      <select
        aria-label={listToolsWords.sortBy}
        className={css.select}
        value={sortText(sort)}
        onChange={({ currentTarget }) => setSort(readSort(view, currentTarget.value))}
      >
        <option value="">{own}</option>
        {view.columns.flatMap(({ field, header }) =>
          [false, true].map((descending) => (
            <option key={`${field} ${descending}`} value={sortText({ field, descending })}>
              {descending
                ? listToolsWords.descending({ column: header })
                : listToolsWords.ascending({ column: header })}
            </option>
          )),
        )}
      </select>
    </div>
  );
}
