import { useMemo } from 'react';
import type { Fields } from '../domain/resource-spec.ts';
import type { RecordRow } from '../records/use-records.ts';
import { readable, titleOf } from './readable.ts';
import type { ResourceView } from './resource-view.ts';

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** What a press on a column's header makes of the order: up, then down, then the list's own again. */
export function nextSort(sort: Sort | null, field: string): Sort | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

/** The rows in the order asked for; without one, in the list's own. Blank cells go last either way. */
export function useSortedRows(
  view: ResourceView,
  rows: readonly RecordRow<Fields>[],
  sort: Sort | null,
): readonly RecordRow<Fields>[] {
  return useMemo(() => (sort ? sorted(view, rows, sort) : rows), [view, rows, sort]);
}

function sorted(view: ResourceView, rows: readonly RecordRow<Fields>[], sort: Sort): RecordRow<Fields>[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const byTitle = view.columns[0]?.field === sort.field;
  const textOf = (row: RecordRow<Fields>): string =>
    byTitle
      ? titleOf(view.resource, row.view)
      : String(readable(view.resource, row.view)[sort.field] ?? '').trim();
  const direction = sort.descending ? -1 : 1;
  return rows
    .map((row) => ({ row, text: textOf(row) }))
    .sort((a, b) => {
      if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
      return direction * collator.compare(a.text, b.text);
    })
    .map(({ row }) => row);
}
