import { useMemo, useSyncExternalStore } from 'react';
import type { Databases } from '../db/app-database.ts';
import { type KnownRules, readServerRules } from '../db/known-server.ts';
import { COLLECTION_KEYS, writeMeta } from '../db/meta-rows.ts';
import type { AppDatabase } from '../db/tables.ts';
import type { PauseReason } from '../domain/answer.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { liveRead, useLiveRead } from './live-read.ts';
import { questionCount, readQuestions } from './questions.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

export interface SyncStatus {
  /** Unconfirmed changes that are not parked, including changes to the settings. */
  readonly waiting: number;
  readonly parked: number;
  /** Includes `parked`. */
  readonly attention: number;
  /** Questions whose data is only on this device, so a logout keeps the data. */
  readonly questionsKept: number;
  /** Parked changes that the server refused; 0 if too many are parked to read them. */
  readonly refused: number;
  readonly reasons: readonly PauseReason[];
  /** The reasons shown to the user. `serverSilent` replaces the browser's `offline`, because a connection was found. */
  readonly held: readonly (PauseReason | 'serverSilent')[];
  /** In ms. 0 if the clock is about right, or if unknown. */
  readonly clockAhead: number;
}

/** Reading more changes than this after each write would block the page. */
const MOST_READ = 200;

async function refusedOf(db: AppDatabase, parked: number): Promise<number> {
  if (parked === 0 || parked > MOST_READ) return 0;
  const changes = await db.outbox.where('state').equals('parked').toArray();
  return changes.filter(({ refusal }) => refusal?.reason === 'rejected').length;
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
  // A captive portal may let the engine's request through, but not the lists.
  const isCut = collections.some((row) => row?.portal) && !reasons.includes('captivePortal');
  const known: readonly PauseReason[] = isCut ? [...reasons, 'captivePortal'] : reasons;
  return {
    waiting: all - parked + (settings?.waiting ?? 0),
    parked,
    attention: parked + questionCount(questions) + (settings?.asks ?? 0),
    refused: await refusedOf(relaxed, parked),
    questionsKept: questions.duplicates.length + questions.lostEntries.length,
    reasons: known,
    held: engine?.serverSilent ? [...known.filter((reason) => reason !== 'offline'), 'serverSilent'] : known,
    clockAhead: engine?.clockAhead ?? 0,
  };
});

export function useSyncStatus(): SyncStatus | undefined {
  const { db, storageRoom } = useRecordServices();
  const status = useStatusOf(db);
  const isFull = useSyncExternalStore(storageRoom.subscribe, storageRoom.getSnapshot) === 'none';
  return useMemo(() => (status && isFull ? withFullDevice(status) : status), [status, isFull]);
}

/** The device may be too full for the engine to store this reason. */
function withFullDevice(status: SyncStatus): SyncStatus {
  if (status.reasons.includes('storageFull')) return status;
  return {
    ...status,
    reasons: [...status.reasons, 'storageFull'],
    held: [...status.held, 'storageFull'],
  };
}

const useResumeTimeOf = liveRead(async (relaxed) => {
  const engine = await relaxed.meta.get('engine');
  return Math.max(engine?.resumeAt ?? 0, engine?.throttledUntil ?? 0);
});

/** Device time in ms at which a paused engine resumes; 0 if unknown. */
export function useResumeTime(): number {
  return useResumeTimeOf(useRecordServices().db) ?? 0;
}

export interface PullStatus {
  /** Device time in ms. */
  readonly pulledAt: number | null;
  readonly error: string | null;
  /** Progress of the first pull. */
  readonly download: { readonly read: number; readonly count: number | null } | null;
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

export function usePullStatus(resource: ResourceName): PullStatus | undefined {
  const useStatus = usePullStatusOf[resource];
  return useStatus(useRecordServices().db);
}

/** `no`: the list cannot be fetched at the moment. */
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

export function useFetched(resource: ResourceName): Fetched | undefined {
  return useFetchedOf(useRecordServices().db)?.[resource];
}

type PullTimes = Readonly<Record<ResourceName, number | null>>;

const usePullTimesOf = liveRead(async (relaxed): Promise<PullTimes> => {
  const rows = await relaxed.meta.bulkGet(COLLECTION_KEYS);
  const times = RESOURCE_NAMES.map((name, place) => [name, rows[place]?.pulledAt ?? null]);
  return Object.fromEntries(times) as PullTimes;
});

/** Device times in ms at which the lists were last pulled. Null for a list that was never pulled. */
export function usePullTimes(): PullTimes | undefined {
  return usePullTimesOf(useRecordServices().db);
}

/** Device time in ms at which the oldest list was pulled. Null if a list was never pulled. */
export function usePulledAt(): number | null | undefined {
  const times = usePullTimes();
  if (!times) return undefined;
  return Object.values(times).reduce((oldest, time) =>
    oldest === null || time === null ? null : Math.min(oldest, time),
  );
}

/** Asks the leading tab to pull these lists, in this order. */
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

/** Returns a time later than that of any earlier request, by which the answer is recognized. */
export async function requestStats(services: RecordServices): Promise<number> {
  const { relaxed } = services.db;
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const last = await relaxed.meta.get('request:dashboard');
    const at = Math.max(services.clock.now(), (last?.at ?? 0) + 1);
    await writeMeta(tx, { key: 'request:dashboard', at });
    return at;
  });
}

export async function requestSync(services: RecordServices): Promise<void> {
  const { relaxed } = services.db;
  await relaxed.transaction('rw', relaxed.meta, (tx) =>
    writeMeta(tx, { key: 'syncRequested', at: services.clock.now() }),
  );
}

export function useServerRules(resource: ResourceName): KnownRules | undefined {
  return useLiveRead((relaxed) => readServerRules(relaxed, resource), [resource]);
}
