import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo, useSyncExternalStore } from 'react';
import { findRecord } from '../db/mirror.ts';
import type { SyncMark } from '../domain/fold.ts';
import type { ResourceName, ResourceRecords, ServerId } from '../domain/resource-spec.ts';
import { useRecordServices } from './records-context.ts';

/** A record as screens see it. */
export interface RecordRow<R> {
  readonly localId: string;
  readonly serverId: ServerId | undefined;
  readonly view: R;
  readonly mark: SyncMark;
}

export interface RecordList<R> {
  /** What matches the search, in list order. */
  readonly rows: readonly RecordRow<R>[];
  /** How many records the device holds, whatever the search. */
  readonly total: number;
  /** False while the device's copy is still being read; `rows` may be short until then. */
  readonly complete: boolean;
}

/** All records of a resource that contain `search` (any case), live: every tab's and the engine's changes show. */
export function useRecordList<N extends ResourceName>(
  resource: N,
  search: string,
): RecordList<ResourceRecords[N]> {
  const collection = useRecordServices().collections[resource];
  const snapshot = useSyncExternalStore(collection.subscribe, collection.getSnapshot);
  const wanted = search.trim().toLowerCase();
  return useMemo(() => {
    const found = wanted === '' ? snapshot.rows : snapshot.rows.filter((row) => row.text.includes(wanted));
    const rows = found.map((row) => row.record as unknown as RecordRow<ResourceRecords[N]>);
    return { rows, total: snapshot.rows.length, complete: snapshot.complete };
  }, [snapshot, wanted]);
}

/**
 * One record by its local id or its server id, live. Undefined until the device has answered, null when
 * it has no such record.
 */
export function useRecord<N extends ResourceName>(
  resource: N,
  id: string,
): RecordRow<ResourceRecords[N]> | null | undefined {
  const { relaxed } = useRecordServices().db;
  return useLiveQuery(
    () =>
      relaxed.transaction('r', relaxed[resource], async (tx) => {
        const record = await findRecord(tx, resource, id);
        return record?.view ? (record as unknown as RecordRow<ResourceRecords[N]>) : null;
      }),
    [relaxed, resource, id],
  );
}
