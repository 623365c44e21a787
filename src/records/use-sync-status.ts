import { useMemo, useSyncExternalStore } from 'react';
import type { Databases } from '../db/app-database.ts';
import type { Download } from '../db/meta/collection-row.ts';
import { COLLECTION_KEYS } from '../db/meta/meta-rows.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { liveRead } from './live-read.ts';
import { useRecordServices } from './records-context.ts';
import { questionCount, readQuestions } from './use-questions.ts';

export interface SyncStatus {
  /** Changes that no server has confirmed and that wait for nobody, those of the settings included. */
  readonly waiting: number;
  /** Changes that wait for a person. */
  readonly parked: number;
  /** All that waits for a person: those changes, and questions beside them. */
  readonly attention: number;
  readonly reasons: readonly PauseReason[];
  /** How far the device's clock is ahead of the server's, in ms; 0 while it is about right, or nobody knows. */
  readonly clockAhead: number;
}

const useStatusOf = liveRead(async (relaxed): Promise<SyncStatus> => {
  const [all, parked, [engine, settings], questions, collections] = await Promise.all([
    relaxed.outbox.count(),
    relaxed.outbox.where('state').equals('parked').count(),
    relaxed.meta.bulkGet(['engine', 'settings']),
    readQuestions(relaxed),
    relaxed.meta.bulkGet(COLLECTION_KEYS),
  ]);
  const reasons = engine?.reasons ?? [];
  // The portal may let through the request that ends the engine's pause, and not the lists.
  const isCut = collections.some((row) => row?.portal) && !reasons.includes('captivePortal');
  return {
    waiting: all - parked + (settings?.waiting ?? 0),
    parked,
    attention: parked + questionCount(questions) + (settings?.asks ?? 0),
    reasons: isCut ? [...reasons, 'captivePortal'] : reasons,
    clockAhead: engine?.clockAhead ?? 0,
  };
});

/** How many changes wait and what holds them, live. Undefined until the device has answered. */
export function useSyncStatus(): SyncStatus | undefined {
  const { db, storageRoom } = useRecordServices();
  const status = useStatusOf(db);
  const isFull = useSyncExternalStore(storageRoom.subscribe, storageRoom.getSnapshot) === 'none';
  // The engine may have no room to say so.
  const known = !status || !isFull || status.reasons.includes('storageFull');
  return useMemo(
    () => (known || !status ? status : { ...status, reasons: [...status.reasons, 'storageFull'] }),
    [status, known],
  );
}

const useResumeTimeOf = liveRead(async (relaxed) => {
  const engine = await relaxed.meta.get('engine');
  return Math.max(engine?.resumeAt ?? 0, engine?.throttledUntil ?? 0);
});

/** Device time in ms at which a held engine goes on by itself, live; 0 when no time is known. */
export function useResumeTime(): number {
  return useResumeTimeOf(useRecordServices().db) ?? 0;
}

export interface PullStatus {
  /** Device time in ms of the last complete pull of the collection; null before the first. */
  readonly pulledAt: number | null;
  /** Why the last one failed, in words for the screen; null when it did not. */
  readonly error: string | null;
  /** How far the first pull has come; null before its first page and once there was a complete one. */
  readonly download: Pick<Download, 'read' | 'count'> | null;
}

const usePullStatusOf = {
  customers: pullStatusOf('customers'),
  projects: pullStatusOf('projects'),
  estimates: pullStatusOf('estimates'),
  workOrders: pullStatusOf('workOrders'),
} satisfies Record<ResourceName, unknown>;

function pullStatusOf(resource: ResourceName): (db: Databases) => PullStatus | undefined {
  const key = `collection:${resource}` as const;
  return liveRead(async (relaxed): Promise<PullStatus> => {
    const row = await relaxed.meta.get(key);
    const { pulledAt = null, error = null, download } = row ?? {};
    return { pulledAt, error, download: download ? { read: download.read, count: download.count } : null };
  });
}

/** How old a collection's copy is, live. Undefined until the device has answered. */
export function usePullStatus(resource: ResourceName): PullStatus | undefined {
  const useStatus = usePullStatusOf[resource];
  return useStatus(useRecordServices().db);
}
