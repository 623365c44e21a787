import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveCollection, LiveSnapshot, ShownRecord } from '../db/live-collection.ts';
import { findRecord } from '../db/mirror-and-outbox.ts';
import { isForeignRow } from '../domain/ids.ts';
import type { Clock } from '../domain/ports.ts';
import type {
  Fields,
  KindRecords,
  RecordKind,
  ResourceName,
  ResourceRecords,
  ServerId,
} from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { type SearchTerms, searchWays } from '../domain/search-text.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import { useLiveRead } from './live-read.ts';
import { useRecordServices } from './record-services.ts';
import { drawBetweenFrames } from './use-in-steps.ts';

export interface RecordRow<R> {
  readonly localId: string;
  readonly serverId: ServerId | undefined;
  readonly view: R;
  readonly mark: MirrorRecord['mark'];
  readonly seen: MirrorRecord['seen'];
  readonly own?: MirrorRecord['own'];
}

export interface RecordList<R> {
  readonly rows: readonly RecordRow<R>[];
  /** Regardless of the search. */
  readonly total: number;
  /** False while loading. Until then, `rows` may be incomplete. */
  readonly complete: boolean;
}

/**
 * `keep` is compared by identity: memoize it, and pass a new function when its condition changes.
 * @param search undefined on a screen without search
 */
export function useRecordList<N extends ResourceName>(
  resource: N,
  search?: string,
  keep: Keep | null = null,
): RecordList<ResourceRecords[N]> {
  const { collections } = useRecordServices();
  const collection = collections[resource];
  const snapshot = useSyncExternalStore(collection.subscribe, collection.getSnapshot);
  const [reference] = specOf(resource).references;
  useReadySearch(search === undefined ? undefined : resource);
  useReadySearch(search === undefined ? undefined : reference?.to);
  const referred = useReferredTexts(resource, search !== undefined && search.trim() !== '');
  return useMemo(() => {
    const found = matching(snapshot, { search: search ?? '', referred, keep });
    const rows = found as unknown as readonly RecordRow<ResourceRecords[N]>[];
    return { rows, total: snapshot.records.length, complete: snapshot.complete };
  }, [snapshot, search, referred, keep]);
}

function useReadySearch(resource: ResourceName | undefined): void {
  const { collections, clock } = useRecordServices();
  const collection = resource && collections[resource];
  useEffect(() => collection && keepSearchReady(collection, clock), [collection, clock]);
}

function useReferredTexts(resource: ResourceName, isWanted: boolean): ReferredTexts | null {
  const [reference] = specOf(resource).references;
  const to = useSnapshot(isWanted ? reference?.to : undefined);
  return useMemo(() => (reference && to ? { field: reference.field, to } : null), [reference, to]);
}

/** `row` is undefined if the device has no such record or is still loading: see `complete`. */
export function useReferenced<N extends ResourceName>(
  resource: N,
  id: string | null,
): { readonly row: RecordRow<ResourceRecords[N]> | undefined; readonly complete: boolean } {
  const collection = useRecordServices().collections[resource];
  const find = useCallback(() => (id === null ? undefined : collection.find(id)), [collection, id]);
  const record = useSyncExternalStore(collection.subscribe, find);
  const { complete } = useSyncExternalStore(collection.subscribe, collection.getSnapshot);
  return { row: record as unknown as RecordRow<ResourceRecords[N]> | undefined, complete };
}

export function useReferring<N extends ResourceName>(
  resource: N,
  field: string,
  target: Pick<RecordRow<unknown>, 'localId' | 'serverId'>,
): readonly RecordRow<ResourceRecords[N]>[] {
  const collection = useRecordServices().collections[resource];
  const { records } = useSyncExternalStore(collection.subscribe, collection.getSnapshot);
  const { localId } = target;
  const serverId = target.serverId === undefined ? localId : String(target.serverId);
  return useMemo(() => {
    const found = records.filter(({ view }) => view[field] === localId || view[field] === serverId);
    return found as unknown as readonly RecordRow<ResourceRecords[N]>[];
  }, [records, field, localId, serverId]);
}

/** Accepts a local or server id. Undefined while loading, null if the device has no such record. */
export function useRecord<N extends RecordKind>(
  resource: N,
  id: string,
): RecordRow<KindRecords[N]> | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed[resource], async (tx) => {
        const record = await findRecord(tx, resource, id);
        return record?.view ? (record as unknown as RecordRow<KindRecords[N]>) : null;
      }),
    [resource, id],
  );
}

/** Without a resource, returns undefined and does not listen. */
export function useSnapshot(resource: ResourceName | undefined): LiveSnapshot | undefined {
  const { collections } = useRecordServices();
  const collection = resource && collections[resource];
  return useSyncExternalStore(collection?.subscribe ?? never, () => collection?.getSnapshot());
}

function never(): () => void {
  return () => {};
}

export function useCompleteness(resources: readonly ResourceName[]): boolean {
  const { collections } = useRecordServices();
  const names = resources.join(' ');
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = names.split(' ').map((name) => collections[name as ResourceName].subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [collections, names],
  );
  return useSyncExternalStore(subscribe, () =>
    resources.every((name) => collections[name].getSnapshot().complete),
  );
}

interface Wanted {
  readonly field: string;
  /** Case and surrounding spaces are ignored. '' finds nothing. */
  readonly value: string;
  /** Null for a new record. */
  readonly localId: string | null;
}

export function useOthersWith(
  resource: ResourceName,
  { field, value, localId }: Wanted,
): readonly ShownRecord[] {
  const wanted = value.trim().toLowerCase();
  const { clock } = useRecordServices();
  const [openedAt] = useState(() => clock.now());
  const snapshot = useSnapshot(wanted === '' ? undefined : resource);
  return useMemo(() => {
    // While the form is waiting for the server, its own new record is in the list, but must not count.
    const isOwn = (record: ShownRecord): boolean =>
      localId === null
        ? !isForeignRow(record) && record.seen.first_seen >= openedAt
        : record.localId === localId;
    return (snapshot?.records ?? []).filter((record) => {
      const own = record.view[field];
      return !isOwn(record) && typeof own === 'string' && own.trim().toLowerCase() === wanted;
    });
  }, [snapshot, field, wanted, localId, openedAt]);
}

export type Keep = (fields: Fields) => boolean;

export interface ReferredTexts {
  readonly field: string;
  readonly to: Texts;
}

type Texts = Pick<LiveSnapshot, 'records' | 'texts'>;

interface Search {
  readonly search: string;
  readonly referred: ReferredTexts | null;
  readonly keep: Keep | null;
}

/**
 * Finds records that contain every search word, or the digits of a phone-like search, in their own text or in the text
 * of the record that they refer to. Searches each referred text once, not once for each record.
 */
export function matching(own: Texts, { search, referred, keep }: Search): readonly ShownRecord[] {
  const { records } = own;
  const [words, digits] = searchWays(search) ?? [];
  if (!words) return keep ? records.filter(({ view }) => keep(view)) : records;
  const byWords = holdingAll(words, own, referred);
  const places = digits ? inEither(byWords, holdingAll(digits, own, referred)) : byWords;
  const found: ShownRecord[] = [];
  for (const place of places) {
    const record = records[place];
    if (record && (!keep || keep(record.view))) found.push(record);
  }
  return found;
}

function holdingAll(terms: SearchTerms, own: Texts, referred: ReferredTexts | null): readonly number[] {
  const { texts } = own;
  const referredAt = referred && placesOf(own.records, referred.field, referred.to.records);
  let left: readonly number[] | null = null;
  for (const term of terms) {
    const theirs = referred && marksOf(referred.to.texts, term);
    const holding: number[] = [];
    const count: number = left?.length ?? texts.length;
    for (let n = 0; n < count; n += 1) {
      const place = left ? (left[n] ?? 0) : n;
      if (theirs?.[referredAt?.[place] ?? -1] === 1 || texts[place]?.includes(term)) holding.push(place);
    }
    left = holding;
  }
  return left ?? [];
}

function marksOf(texts: readonly string[], term: string): Uint8Array {
  const marks = new Uint8Array(texts.length);
  for (let place = 0; place < texts.length; place += 1) if (texts[place]?.includes(term)) marks[place] = 1;
  return marks;
}

function inEither(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.length === 0 ? b : [...new Set([...a, ...b])].sort((one, other) => one - other);
}

/** Builds the search texts between frames, before the first search and after each reload. */
export function keepSearchReady(collection: LiveCollection, clock: Clock): () => void {
  let steps: Generator<void, void> | undefined;
  function begin(): void {
    if (steps || collection.isSearchReady || !collection.getSnapshot().complete) return;
    steps = collection.prepareSearch();
    void drawBetweenFrames(steps, clock).finally(() => {
      steps = undefined;
    });
  }
  const unsubscribe = collection.subscribe(begin);
  begin();
  return () => {
    unsubscribe();
    steps?.return();
  };
}

type Records = readonly ShownRecord[];

interface ReferencePlaces {
  readonly field: string;
  readonly to: Records;
  readonly places: Int32Array;
}

/** A cache, because consecutive keystrokes search the same lists. */
const known = new WeakMap<Records, ReferencePlaces>();

/** Returns for each record the index of the record it refers to, or -1. */
function placesOf(records: Records, field: string, to: Records): Int32Array {
  const last = known.get(records);
  if (last?.field === field && last.to === to) return last.places;
  const placeById = new Map<string, number>();
  for (const [place, { localId, serverId }] of to.entries()) {
    placeById.set(localId, place);
    if (serverId !== undefined && String(serverId) !== localId) placeById.set(String(serverId), place);
  }
  const places = new Int32Array(records.length);
  for (const [index, { view }] of records.entries()) places[index] = placeById.get(String(view[field])) ?? -1;
  known.set(records, { field, to, places });
  return places;
}
