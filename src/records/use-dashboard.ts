import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LiveSnapshot } from '../db/live-collection.ts';
import { type StatCounts, sumStats } from '../domain/dashboard-stats.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';
import { useInSteps } from './use-in-steps.ts';
import { requestStats, type SyncStatus, usePulledAt, useSyncStatus } from './use-sync-status.ts';

/** The server cannot be asked while one of these applies. */
const AWAY: SyncStatus['reasons'] = ['offline', 'unreachable', 'captivePortal', 'signedOut'];

export interface Dashboard {
  readonly stats: StatCounts | undefined;
  /** Empty if `stats` are the server's. */
  readonly parked: StatCounts;
  readonly from: 'server' | 'device';
  /** The device's counts, once the device has all records. */
  readonly ofAll: StatCounts | undefined;
  readonly loading: boolean;
  /** Null if the server answered or could not be asked. */
  readonly error: string | null;
  readonly reload: () => void;
}

/**
 * The figures of the cards only; `dashboard-parts.tsx` has those of the charts. Counts the device's records, as the
 * lists do. Until the first download is complete, returns the server's counts. They
 * are requested on opening, on reconnecting, and once all changes are sent.
 */
export function useDashboard(): Dashboard {
  const services = useRecordServices();
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const sync = useSyncStatus();
  const answer = useLiveRead(async (relaxed) => (await relaxed.meta.get('dashboard')) ?? null, []);
  const held = sync ? sync.reasons.length > 0 : null;
  const away = sync?.reasons.some((reason) => AWAY.includes(reason)) ?? true;
  const drained = sync?.waiting === 0;
  const reload = useCallback(() => {
    void requestStats(services).then(setAskedAt);
  }, [services]);

  useEffect(() => {
    if (held === false && drained) reload();
  }, [held, drained, reload]);

  const ours = useDeviceStats();
  // The answer to another tab's later request will do too.
  const answered = askedAt !== null && answer && answer.answers >= askedAt ? answer : null;
  const pulledAt = usePulledAt();
  const isWhole = pulledAt !== null;
  const theirs = held === false && drained && !isWhole ? (answered?.stats ?? null) : null;
  return {
    stats: theirs ? merged(Object.values(theirs)) : ours?.all,
    parked: theirs || !ours ? {} : ours.parked,
    from: theirs ? 'server' : 'device',
    ofAll: typeof pulledAt === 'number' ? ours?.all : undefined,
    loading: held === null || (held === false && drained && answered === null),
    error: away ? null : (answered?.error ?? null),
    reload,
  };
}

interface DeviceStats {
  readonly all: StatCounts;
  readonly parked: StatCounts;
}

function useDeviceStats(): DeviceStats | undefined {
  const { collections } = useRecordServices();
  const [store] = useState(() => wholeCopy(collections));
  const snapshots = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const work = useMemo(() => (snapshots ? () => countRecords(snapshots) : null), [snapshots]);
  const size = snapshots?.reduce((sum, { records }) => sum + records.length, 0) ?? 0;
  return useInSteps({ work, size, about: collections });
}

function wholeCopy(collections: RecordServices['collections']) {
  let seen: readonly LiveSnapshot[] = [];
  return {
    subscribe: (listener: () => void): (() => void) => {
      const stops = RESOURCE_NAMES.map((name) => collections[name].subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    getSnapshot: (): readonly LiveSnapshot[] | null => {
      const now = RESOURCE_NAMES.map((name) => collections[name].getSnapshot());
      if (seen.length === 0 || now.some((snapshot, index) => snapshot !== seen[index])) seen = now;
      return seen.every(({ complete }) => complete) ? seen : null;
    },
  };
}

/** Records per step. A step takes well below a millisecond. */
const STEP = 2000;

function* countRecords(snapshots: readonly LiveSnapshot[]): Generator<void, DeviceStats> {
  const all: StatCounts[] = [];
  const parked: StatCounts[] = [];
  for (const [index, name] of RESOURCE_NAMES.entries()) {
    const counted = new Map<string, number>();
    const countedParked = new Map<string, number>();
    const records = snapshots[index]?.records ?? [];
    for (const [n, { view, mark }] of records.entries()) {
      if (n % STEP === STEP - 1) yield;
      const status = String(view['status']);
      counted.set(status, (counted.get(status) ?? 0) + 1);
      if (mark === 'attention') countedParked.set(status, (countedParked.get(status) ?? 0) + 1);
    }
    all.push(sumStats(name, counted));
    parked.push(sumStats(name, countedParked));
  }
  return { all: merged(all), parked: merged(parked) };
}

function merged(stats: readonly StatCounts[]): StatCounts {
  return Object.assign({}, ...stats) as StatCounts;
}
