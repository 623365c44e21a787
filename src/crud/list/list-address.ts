import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { specOf } from '../../domain/resource-specs.ts';
import { rememberList } from '../../records/device-notes.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { ResourceView } from '../resource-view.ts';

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

/** Its name in the address. */
const SEARCH = 'search';
/** Browsers refuse more than 100 changes of the address in 30 s. */
const SETTLE_MS = 400;

/**
 * The text of a search box, kept in the address once typing pauses or the person turns to something else,
 * so that it is still there after a look at a record. An address that somebody else changed wins: the
 * navigation's entry empties the box.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const { clock } = useRecordServices();
  const { key } = useLocation();
  const [params, setParams] = useSearchParams();
  const address = params.get(SEARCH) ?? '';
  const [text, setText] = useState(address);
  const ours = useRef(false);

  useEffect(() => {
    if (ours.current) ours.current = false;
    else setText(address);
  }, [key, address]);

  useEffect(() => {
    if (text === address) return;
    let written = false;
    const write = (): void => {
      if (written) return;
      written = true;
      ours.current = true;
      setParams(
        (now) => {
          const next = new URLSearchParams(now);
          if (text === '') next.delete(SEARCH);
          else next.set(SEARCH, text);
          return next;
        },
        { replace: true },
      );
    };
    const stopTimer = clock.setTimer(write, SETTLE_MS);
    // Before the click that leaves: a link's own entry must come after ours. iOS moves no focus to a link.
    document.addEventListener('pointerdown', write, true);
    document.addEventListener('focusout', write, true);
    return () => {
      stopTimer();
      document.removeEventListener('pointerdown', write, true);
      document.removeEventListener('focusout', write, true);
    };
  }, [address, clock, setParams, text]);
  return [text, setText];
}

const NEW = 'new';

/**
 * Whether the address of a list asks for a new record: '/customers?new', as the shortcuts of the installed app do. The
 * second part takes that out of the address again. It stays there for as long as the form is open, so that a sign-in or
 * a new start on the way leads back to the form.
 */
export function useNewInAddress(): readonly [boolean, () => void] {
  const [params, setParams] = useSearchParams();
  const leave = (): void =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(NEW);
        return next;
      },
      { replace: true },
    );
  return [params.has(NEW), leave];
}
