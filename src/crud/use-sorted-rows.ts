import { useMemo, useSyncExternalStore } from 'react';
import type { Fields, FieldValue } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { RecordServices } from '../records/record-services.ts';
import { useRecordServices } from '../records/records-context.ts';
import type { RecordRow } from '../records/use-records.ts';
import { readable, titleOf } from './readable.ts';
import type { NameOf, ResourceColumn, ResourceView } from './resource-view.ts';

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

/** The rows in the order asked for; without one, in the list's own. Blank cells go last either way. */
export function useSortedRows(
  view: ResourceView,
  rows: readonly RecordRow<Fields>[],
  sort: Sort | null,
): readonly RecordRow<Fields>[] {
  const { collections } = useRecordServices();
  const to = specOf(view.resource).references.find(({ field }) => field === sort?.field)?.to;
  const referred = to && collections[to];
  // Rows that are sorted by another record's name move when that changes.
  const names = useSyncExternalStore(referred?.subscribe ?? never, () => referred?.getSnapshot());
  return useMemo(() => {
    const column = view.columns.find(({ field }) => field === sort?.field);
    return sort && column ? sorted(rows, keyOf(view, column, collections), sort.descending) : rows;
    // oxlint-disable-next-line react/exhaustive-deps -- `names` is when, not what
  }, [view, rows, sort, collections, names]);
}

/** Nothing to listen to. */
function never(): () => void {
  return () => {};
}

type Key = string | number | null;

/** What stands in a column's cell, fit to be compared. */
function keyOf(
  view: ResourceView,
  column: ResourceColumn<Fields>,
  collections: RecordServices['collections'],
): (row: RecordRow<Fields>) => Key {
  const nameOf: NameOf = (resource, id) => {
    const found = id === null ? undefined : collections[resource].find(id);
    return found ? titleOf(resource, found.view) : '';
  };
  return (row) => {
    if (column.heading) return titleOf(view.resource, row.view);
    const fields = readable(view.resource, row.view);
    if (column.sortBy) return keyFrom(column.sortBy(fields, nameOf));
    const value = fields[column.field] ?? null;
    const place = column.choices?.indexOf(String(value)) ?? -1;
    return place < 0 ? keyFrom(value) : place;
  };
}

function keyFrom(value: FieldValue): Key {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? null : value.trim();
}

function sorted(
  rows: readonly RecordRow<Fields>[],
  keyFor: (row: RecordRow<Fields>) => Key,
  descending: boolean,
): RecordRow<Fields>[] {
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const direction = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyFor(row) }))
    .sort(({ key: a }, { key: b }) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
      return direction * collator.compare(String(a), String(b));
    })
    .map(({ row }) => row);
}
