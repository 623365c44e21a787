import { useMemo } from 'react';
import type { Field } from '../../domain/field.ts';
import type { Fields, FieldValue, ResourceName } from '../../domain/resource-spec.ts';
import { specOf } from '../../domain/resource-specs.ts';
import { dateTest, scheduledOrder } from '../../domain/schedule.ts';
import { SortedRuns } from '../../domain/steps.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useInSteps } from '../../records/use-in-steps.ts';
import { type RecordRow, useReferenced, useSnapshot } from '../../records/use-records.ts';
import { readable, titleOf } from '../readable.ts';
import {
  type Known,
  type NameOf,
  overStatuses,
  type ResourceColumn,
  type ResourceView,
} from '../resource-view.ts';
import { useDates, useToday } from '../time.tsx';
import type { FilterValues, Sort } from './list-address.ts';
import { compareKeys, type SortKey, sortKeyOf } from './sort-key.ts';

type Keep = (fields: Fields) => boolean;

/** Returns null without filters. Returns a new function at midnight, and when the chosen record gets its server id. */
export function useListFilter(view: ResourceView, filters: FilterValues): Keep | null {
  const today = useToday();
  const dates = useDates(view.resource);
  const [reference] = specOf(view.resource).references;
  const referred = (reference && filters[reference.field]?.[0]) ?? null;
  const { row } = useReferenced(reference?.to ?? view.resource, referred);
  const ids = row && `${row.localId} ${row.serverId ?? row.localId}`;
  return useMemo(() => {
    const tests = Object.entries(filters).map(([field, values]): Keep => {
      const date = view.dates?.find((one) => one.field === field);
      if (date) {
        const isMeant = dateTest(values.join(','), today, dates);
        const over = overStatuses(view, date);
        return (fields) => isMeant(fields[field], over.includes(String(fields['status'])));
      }
      const wanted = field === reference?.field && ids ? ids.split(' ') : values;
      return (fields) => wanted.includes(String(fields[field]));
    });
    return tests.length === 0 ? null : (fields: Fields) => tests.every((keeps) => keeps(fields));
  }, [view, filters, today, dates, reference, ids]);
}

/** Sorts blank cells last in both directions. A long list keeps its old order until the new one is ready. */
export function useSortedRows(
  view: ResourceView,
  rows: readonly RecordRow<Fields>[],
  sort: Sort | null,
): readonly RecordRow<Fields>[] {
  // The order depends on the names of referenced records.
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

function keyOf(
  view: ResourceView,
  column: ResourceColumn<Fields>,
  known: Known,
): (row: RecordRow<Fields>) => SortKey {
  return (row) => {
    const fields = readable(view.resource, row.view);
    if (column.sortBy) return sortKeyOf(column.sortBy(fields));
    if (column.heading) return sortKeyOf(specOf(view.resource).title(fields));
    return keyOfField(specOf(view.resource).fields[column.field], fields[column.field] ?? null, known);
  };
}

/** Sorts choices in their defined order, and unknown choices last. */
function keyOfField(field: Field | undefined, value: FieldValue, { nameOf, dates }: Known): SortKey {
  switch (field?.type) {
    case 'choice': {
      const place = field.choices.indexOf(String(value));
      return place < 0 ? sortKeyOf(value) : place;
    }
    case 'reference':
      return sortKeyOf(nameOf(field.to, value === null ? null : String(value)));
    case 'dateTime':
      return sortKeyOf(value ? scheduledOrder(String(value), dates) : null);
    default:
      return sortKeyOf(value);
  }
}

/** Rows per step. A step takes about a millisecond. */
const STEP = 500;

interface RowWithKey<R> {
  readonly row: R;
  readonly key: SortKey;
}

interface Sorting<R> {
  readonly rows: readonly R[];
  readonly keyOf: (row: R) => SortKey;
  readonly descending: boolean;
}

/** Keeps equal rows in order. Yields between steps, so that other work can run. */
export function* sortInSteps<R>({ rows, keyOf, descending }: Sorting<R>): Generator<void, readonly R[]> {
  const runs = new SortedRuns<RowWithKey<R>>((a, b) => compareKeys(a.key, b.key, descending));
  for (let from = 0; from < rows.length; from += STEP) {
    yield* runs.add(rows.slice(from, from + STEP).map((row) => ({ row, key: keyOf(row) })));
    yield;
  }
  const sorted: R[] = [];
  for (const [n, { row }] of (yield* runs.all()).entries()) {
    sorted.push(row);
    if (n % (20 * STEP) === 0) yield;
  }
  return sorted;
}

/** Returns a new function when a name may have changed. One subscription for a list is cheaper than one per row. */
export function useNames(of: ResourceName | undefined): NameOf {
  const { collections } = useRecordServices();
  const names = useSnapshot(of);
  return useMemo<NameOf>(() => {
    if (!names) return noName;
    const titles = new Map<Fields, string>();
    return (resource, id) => {
      const found = id === null ? undefined : collections[resource].find(id)?.view;
      if (!found) return '';
      const known = titles.get(found) ?? titleOf(resource, found);
      titles.set(found, known);
      return known;
    };
  }, [collections, names]);
}

function noName(): string {
  return '';
}
