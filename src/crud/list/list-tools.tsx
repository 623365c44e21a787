import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { FilterIcon } from '../../ui/icons.ts';
import { useRecordName } from '../record-name.tsx';
import type { ResourceView } from '../resource-view.ts';
import { counted } from './counted.ts';
import { DateChoices } from './date-choices.tsx';
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

export interface ListToolsProps {
  readonly view: ResourceView;
  readonly address: ListAddress;
  /** What the list shows, in its order. */
  readonly rows: readonly RecordRow<Fields>[];
  /** There is room for the filters by choice beside the search; else they are in the panel. */
  readonly wide: boolean;
  /** Local id of a record that was just made, where the list hides it. */
  readonly made: string | null;
}

/**
 * What a list can do beside its search: its order where no headings can be pressed, its filters, what it is narrowed to
 * and hides by that, its first download, and its export. A lazy chunk.
 */
export default function ListTools({ view, address, rows, wide, made }: ListToolsProps) {
  const [opened, setOpened] = useState(false);
  const panel = useId();
  const { filters, setFilter, clear, sort, setSort } = address;
  const [reference] = specOf(view.resource).references;
  const referredId = (reference && filters[reference.field]?.[0]) ?? null;
  const referred = useRecordName(reference?.to ?? view.resource, referredId);
  const words = filterWords(view, filters, referred);
  const exported = useListExport(view);
  const hasPanel = !wide || view.dates !== undefined || reference !== undefined;
  const choices = <ListFilters view={view} filters={filters} setFilter={setFilter} />;
  const save = <ListExport view={view} rows={rows} state={exported} />;
  return (
    <>
      <div className={css['download']}>
        <DownloadProgress resource={view.resource} />
      </div>
      {wide ? choices : <SortPicker view={view} sort={sort} setSort={setSort} />}
      {hasPanel && (
        <button
          type="button"
          className={css['open']}
          data-active={words.length > 0 || undefined}
          aria-expanded={opened}
          aria-controls={opened ? panel : undefined}
          onClick={() => setOpened(!opened)}
        >
          <FilterIcon size={20} aria-hidden />
          <span className={css['word']}>Filters</span>
          {words.length > 0 && (
            <span className={css['count']}>
              {words.length}
              <span className={css['unseen']}> active</span>
            </span>
          )}
        </button>
      )}
      {wide && save}
      {words.length > 0 && (
        <p className={css['active']}>
          <span>{words.join(' · ')}</span>
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        </p>
      )}
      {hasPanel && opened && (
        <section id={panel} aria-label="Filters" className={css['panel']}>
          {!wide && <div className={css['selects']}>{choices}</div>}
          {view.dates?.map((date) => (
            <DateChoices
              key={date.field}
              date={date}
              chosen={filters[date.field]?.join(',') ?? ''}
              onChoose={(choice) => setFilter(date.field, choice === '' ? [] : [choice])}
            />
          ))}
          {reference && (
            <ReferenceFilter
              to={reference.to}
              chosen={referredId === null ? null : referred}
              onChoose={(id) => setFilter(reference.field, id === '' ? [] : [id])}
            />
          )}
          {!wide && (
            <div className={css['foot']}>
              {save}
              <Button onClick={() => setOpened(false)}>
                Show {counted(rows.length, resourceSpecs[view.resource].label)}
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
      {made !== null && <MadeNotice resource={view.resource} made={made} onShow={address.widen} />}
    </>
  );
}
