import { useMemo, useSyncExternalStore } from 'react';
import type { Databases } from '../db/app-database.ts';
import type { Download } from '../db/collection-row.ts';
import { type KnownRules, readServerRules } from '../db/known-server.ts';
import { COLLECTION_KEYS, writeMeta } from '../db/meta-rows.ts';
import type { PauseReason } from '../domain/pause-reason.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { questionCount, readQuestions } from './questions.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

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

/** Whether this device has ever held all of a collection: `coming` is on its way, `no` cannot come as things are. */
type Fetched = 'yes' | 'coming' | 'no';

const useFetchedOf = liveRead(async (relaxed): Promise<Partial<Record<ResourceName, Fetched>>> => {
  const [engine, ...rows] = await relaxed.meta.bulkGet(['engine', ...COLLECTION_KEYS]);
  const held = (engine?.reasons.length ?? 0) > 0;
  return Object.fromEntries(
    RESOURCE_NAMES.map((name, place) => {
      const { pulledAt = null, error = null } = rows[place] ?? {};
      return [name, pulledAt !== null ? 'yes' : held || error !== null ? 'no' : 'coming'];
    }),
  );
});

/**
 * How much of a collection is here, live: what was not fetched cannot be counted. `coming` until the device has
 * answered.
 */
export function useFetched(resource: ResourceName): Fetched {
  return useFetchedOf(useRecordServices().db)?.[resource] ?? 'coming';
}

const usePulledAtOf = liveRead(async (relaxed): Promise<number | null> => {
  const rows = await relaxed.meta.bulkGet(COLLECTION_KEYS);
  const times = rows.map((row) => row?.pulledAt ?? null);
  return times.reduce((oldest, time) => (oldest === null || time === null ? null : Math.min(oldest, time)));
});

/**
 * Device time in ms of the last complete pull of the collection that was read longest ago, live: all
 * that the device shows is at least as new. Null while one was never read, undefined until the device has
 * answered.
 */
export function usePulledAt(): number | null | undefined {
  return usePulledAtOf(useRecordServices().db);
}

/** Asks the leading tab for a fresh pull of collections, what the screen lists first. */
export async function requestPull(
  services: RecordServices,
  ...resources: readonly ResourceName[]
): Promise<void> {
  const { relaxed } = services.db;
  const at = services.clock.now();
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    for (const [place, resource] of resources.entries())
      await writeMeta(tx, { key: `request:${resource}`, at, ...(place > 0 && { place }) });
  });
}

/**
 * Asks the leading tab for the server's dashboard figures. Returns the request's time, by which to know them: a
 * later one than any before it, or figures that were read earlier would count as its answer.
 */
export async function requestStats(services: RecordServices): Promise<number> {
  const { relaxed } = services.db;
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const last = await relaxed.meta.get('request:dashboard');
    const at = Math.max(services.clock.now(), (last?.at ?? 0) + 1);
    await writeMeta(tx, { key: 'request:dashboard', at });
    return at;
  });
}

/** 'Sync now': asks the leading tab to forget its back-off and reach for the server at once. */
export async function requestSync(services: RecordServices): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    writeMeta(tx, { key: 'syncRequested', at: services.clock.now() }),
  );
}

/** The rules that this account's server has for a kind of record, live; undefined until the device has answered. */
export function useServerRules(resource: ResourceName): KnownRules | undefined {
  return useLiveRead((relaxed) => readServerRules(relaxed, resource), [resource]);
}
