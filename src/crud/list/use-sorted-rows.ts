import { useMemo } from 'react';
import type { Fields } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { readable, titleOf } from '../readable.ts';
import type { Known, ResourceColumn, ResourceView } from '../resource-view.ts';
import { useDates } from '../use-dates.ts';
import { sortInSteps } from './sort-in-steps.ts';
import { type SortKey, sortKeyOf } from './sort-key.ts';
import { useNames } from './use-names.ts';

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** An order as it stands in the list's address: 'title', '-title' descending, '' for the list's own. */
export function sortText(sort: Sort | null): string {
  return sort ? `${sort.descending ? '-' : ''}${sort.field}` : '';
}

/** What `sortText` wrote; the list's own order where it names none of the list's columns. */
export function readSort(view: ResourceView, text: string): Sort | null {
  const field = text.replace(/^-/, '');
  const known = view.columns.some((column) => column.field === field);
  return known ? { field, descending: text.startsWith('-') } : null;
}

/** What a press on a column's header makes of the order: up, then down, then the list's own again. */
export function nextSort(sort: Sort | null, field: string): Sort | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/**
 * The rows in the order asked for; without one, in the list's own. Blank cells go last either way. Where there are many
 * they stay as they were until they have been sorted.
 */
export function useSortedRows(
  view: ResourceView,
  rows: readonly RecordRow<Fields>[],
  sort: Sort | null,
): readonly RecordRow<Fields>[] {
  // Rows that are sorted by another record's name move when that changes.
  const nameOf = useNames(specOf(view.resource).references.find(({ field }) => field === sort?.field)?.to);
  const dates = useDates(view.resource);
  const sorting = useMemo(() => {
    const column = view.columns.find(({ field }) => field === sort?.field);
    return sort && column
      ? { rows, keyOf: keyOf(view, column, { nameOf, dates }), descending: sort.descending }
      : null;
  }, [view, rows, sort, nameOf, dates]);
  const work = useMemo(() => sorting && (() => sortInSteps(sorting)), [sorting]);
  return useInSteps({ work, size: rows.length, about: view }) ?? rows;
}

/** What stands in a column's cell, fit to be compared. */
function keyOf(
  view: ResourceView,
  column: ResourceColumn<Fields>,
  known: Known,
): (row: RecordRow<Fields>) => SortKey {
  return (row) => {
    if (column.heading) return sortKeyOf(titleOf(view.resource, row.view));
    const fields = readable(view.resource, row.view);
    if (column.sortBy) return sortKeyOf(column.sortBy(fields, known));
    const value = fields[column.field] ?? null;
    const place = column.choices?.indexOf(String(value)) ?? -1;
    return place < 0 ? sortKeyOf(value) : place;
  };
}
