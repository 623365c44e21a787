import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveSnapshot, ShownRecord } from '../db/live-collection.ts';
import { findRecord } from '../db/mirror.ts';
import type { ResourceName, ResourceRecords, ServerId } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { isForeignRow, type MirrorRecord } from '../outbox/mirror-record.ts';
import { useLiveRead } from './live-read.ts';
import { useRecordServices } from './record-services.ts';
import { type Keep, keepSearchReady, matching, type ReferredTexts } from './search.ts';

export interface RecordRow<R> {
  readonly localId: string;
  readonly serverId: ServerId | undefined;
  readonly view: R;
  readonly mark: MirrorRecord['mark'];
  readonly seen: MirrorRecord['seen'];
}

export interface RecordList<R> {
  readonly rows: readonly RecordRow<R>[];
  /** Regardless of the search. */
  readonly total: number;
  /** False while loading: `rows` may be short. */
  readonly complete: boolean;
}

/**
 * Pass a new `keep` when its condition changes.
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

/** Undefined if the device has no such record, or is still loading: see `complete`. */
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

/** In list order. */
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

/** Accepts a local or server id. Null if unknown. */
export function useRecord<N extends ResourceName>(
  resource: N,
  id: string,
): RecordRow<ResourceRecords[N]> | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', relaxed[resource], async (tx) => {
        const record = await findRecord(tx, resource, id);
        return record?.view ? (record as unknown as RecordRow<ResourceRecords[N]>) : null;
      }),
    [resource, id],
  );
}

/** Undefined, without listening, for no resource. */
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
  /** Ignores case and outer blanks. '' finds nothing. */
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
    // The form stays open until the server has the new record, which must not count.
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
