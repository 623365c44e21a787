import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { specOf } from '../../domain/resource-specs.ts';
import { rememberList } from '../../records/device-notes.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { ResourceView } from '../resource-view.ts';
import { useQuery } from '../use-query.ts';

const SORT = 'sort';

/** Keyed by field: values, one choice of dates, or the id of a referenced record. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

export interface ListAddress {
  readonly filters: FilterValues;
  /** An empty list removes the filter. */
  readonly setFilter: (field: string, values: readonly string[]) => void;
  /** Removes all filters. */
  readonly clear: () => void;
  readonly widen: () => void;
  readonly sort: Sort | null;
  readonly setSort: (sort: Sort | null) => void;
}

/**
 * Keeps the filters and the sort in the URL: '?status=draft,sent&sort=-title'. They survive a visit to a record, and
 * links can set them.
 */
export function useListAddress(view: ResourceView): ListAddress {
  const services = useRecordServices();
  const [rendered, setQuery] = useQuery();
  const query = rendered.toString();
  const { filters, sort } = useMemo(() => read(view, new URLSearchParams(query)), [view, query]);
  const set = (names: readonly string[], value: string): void => {
    const changed = setQuery(Object.fromEntries(names.map((name) => [name, value])));
    if (view.opening !== undefined) rememberList(services, view.resource, viewQuery(view, changed));
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

/** Returns the query without the search and an open form, which the menu does not remember. */
function viewQuery(view: ResourceView, params: URLSearchParams): string {
  const { filters, sort } = read(view, params);
  const kept = new URLSearchParams(
    Object.entries(filters).map(([field, values]) => [field, values.join(',')]),
  );
  if (sort) kept.set(SORT, sortText(sort));
  return String(kept);
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

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** Returns 'title', '-title' if descending, or '' for the default order. */
export function sortText(sort: Sort | null): string {
  return sort ? `${sort.descending ? '-' : ''}${sort.field}` : '';
}

/** Reads a `sortText`. Null is the default order. */
export function readSort(view: ResourceView, text: string): Sort | null {
  const field = text.replace(/^-/, '');
  const known = view.columns.some((column) => column.field === field);
  return known ? { field, descending: text.startsWith('-') } : null;
}

export function nextSort(sort: Sort | null, field: string): Sort | null {
  if (sort?.field !== field) return { field, descending: false };
  return sort.descending ? null : { field, descending: true };
}

const SEARCH = 'search';
/** Browsers refuse more than 100 changes of the URL in 30 s. */
const SETTLE_MS = 400;

/**
 * Writes the search to the URL when the user pauses or leaves the field. If the menu or a link changes the URL, the URL
 * wins.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const { clock } = useRecordServices();
  const { key } = useLocation();
  const [query, setQuery] = useQuery();
  const address = query.get(SEARCH) ?? '';
  const [text, setText] = useState(address);
  const written = useRef<string | null>(null);

  useEffect(() => {
    const isOurs = written.current === address;
    written.current = null;
    if (!isOurs) setText(address);
  }, [key, address]);

  useEffect(() => {
    if (text === address) return;
    let isWritten = false;
    const write = (): void => {
      if (isWritten) return;
      isWritten = true;
      written.current = text;
      setQuery({ [SEARCH]: text });
    };
    const stopTimer = clock.setTimer(write, SETTLE_MS);
    // Write before a link navigates, so that its history entry comes after ours. On iOS a tapped link takes no focus.
    document.addEventListener('pointerdown', write, true);
    document.addEventListener('focusout', write, true);
    return () => {
      stopTimer();
      document.removeEventListener('pointerdown', write, true);
      document.removeEventListener('focusout', write, true);
    };
  }, [address, clock, setQuery, text]);
  return [text, setText];
}

const NEW = 'new';

/**
 * Reads `new` from '/customers?new', a shortcut of the installed app. The returned function removes `new`, which stays
 * while the form is open, so that the form reopens after a sign-in or restart.
 */
export function useNewInAddress(): readonly [boolean, () => void] {
  const [query, setQuery] = useQuery();
  return [query.has(NEW), () => setQuery({ [NEW]: '' })];
}
