import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { RecordFilters } from '../records/search.ts';
import type { ResourceView } from './resource-view.ts';
import { SEARCH } from './use-search-text.ts';
import { readSort, type Sort, sortText } from './use-sorted-rows.ts';

const SORT = 'sort';

export interface ListAddress {
  readonly filters: RecordFilters;
  /** Narrows a field to some values; to none of them lifts the filter. */
  readonly setFilter: (field: string, values: readonly string[]) => void;
  /** Lifts all filters and the search, in one step: the address takes no second one at a time. */
  readonly widen: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
}

/**
 * Filters and order of a list, kept in its address: '?status=draft,sent&sort=-title'. So they are still there
 * after a look at a record, and a link can lead to what it counts.
 */
export function useListAddress(view: ResourceView): ListAddress {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const { filters, sort } = useMemo(() => read(view, new URLSearchParams(query)), [view, query]);
  const set = (names: readonly string[], value: string): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of names) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return {
    filters,
    setFilter: (field, values) => set([field], values.join(',')),
    widen: () => set([SEARCH, ...Object.keys(filters)], ''),
    sort,
    setSort: (wanted) => set([SORT], sortText(wanted)),
  };
}

function read(view: ResourceView, params: URLSearchParams): Pick<ListAddress, 'filters' | 'sort'> {
  const filters: Record<string, readonly string[]> = {};
  for (const { field, filter } of view.columns) {
    const values = params.get(field);
    if (filter && values) filters[field] = values.split(',');
  }
  return { filters, sort: readSort(view, params.get(SORT) ?? '') };
}
