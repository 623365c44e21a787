import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { specOf } from '../../domain/resource-specs.ts';
import { rememberList } from '../../records/list-memory.ts';
import { useRecordServices } from '../../records/records-context.ts';
import type { ResourceView } from '../resource-view.ts';
import { SEARCH } from './use-search-text.ts';
import { readSort, type Sort, sortText } from './use-sorted-rows.ts';

const SORT = 'sort';

/** What a list is narrowed to, by field: some values, one choice of dates, or the id of a record that is referred to. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

export interface ListAddress {
  readonly filters: FilterValues;
  /** Narrows a field to some values; to none of them lifts the filter. */
  readonly setFilter: (field: string, values: readonly string[]) => void;
  /** Lifts all filters in one step: the address takes no second one at a time. */
  readonly clear: () => void;
  /** The same, and the search. */
  readonly widen: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
}

/**
 * Filters and order of a list, kept in its address: '?status=draft,sent&sort=-title'. So they are still there
 * after a look at a record, and a link can lead to what it counts. What a person makes of them is remembered for the menu.
 */
export function useListAddress(view: ResourceView): ListAddress {
  const services = useRecordServices();
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const { filters, sort } = useMemo(() => read(view, new URLSearchParams(query)), [view, query]);
  const set = (names: readonly string[], value: string): void => {
    setParams((now) => changed(now, names, value), { replace: true });
    if (view.opening === undefined) return;
    rememberList(services, view.resource, viewQuery(view, changed(params, names, value)));
  };
  const all = Object.keys(filters);
  return {
    filters,
    setFilter: (field, values) => set([field], values.join(',')),
    clear: () => set(all, ''),
    widen: () => set([SEARCH, ...all], ''),
    sort,
    setSort: (wanted) => set([SORT], sortText(wanted)),
  };
}

/** Filters and order alone: the menu starts no search, and opens no form. */
function viewQuery(view: ResourceView, params: URLSearchParams): string {
  const { filters, sort } = read(view, params);
  const kept = new URLSearchParams(
    Object.entries(filters).map(([field, values]) => [field, values.join(',')]),
  );
  if (sort) kept.set(SORT, sortText(sort));
  return String(kept);
}

function changed(params: URLSearchParams, names: readonly string[], value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of names) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function read(view: ResourceView, params: URLSearchParams): Pick<ListAddress, 'filters' | 'sort'> {
  const fields = [
    ...view.columns.filter(({ filter }) => filter),
    ...(view.dates ?? []),
    ...specOf(view.resource).references,
  ];
  const filters: Record<string, readonly string[]> = {};
  for (const { field } of fields) {
    const values = params.get(field);
    if (values) filters[field] = values.split(',');
  }
  return { filters, sort: readSort(view, params.get(SORT) ?? '') };
}
