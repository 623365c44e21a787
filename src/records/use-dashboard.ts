import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveSnapshot } from '../db/live-collection.ts';
import type { StatsRow } from '../db/meta.ts';
import { countStats, type StatCounts } from '../domain/dashboard-stats.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { RecordServices } from './record-services.ts';
import { useRecordServices } from './records-context.ts';
import { requestStats } from './requests.ts';
import { type SyncStatus, useSyncStatus } from './use-sync-status.ts';

/** While one of these holds the engine, no server has been asked. */
const AWAY: SyncStatus['reasons'] = ['offline', 'unreachable', 'captivePortal', 'signedOut'];

export interface Dashboard {
  /** The figures by key; undefined until the device has read its records. */
  readonly stats: StatCounts | undefined;
  /** Whose figures they are. */
  readonly from: 'server' | 'device';
  /** The server's figures are on their way. */
  readonly loading: boolean;
  /** Why the server gave none; null when it did, or could not be asked. */
  readonly error: string | null;
  readonly reload: () => void;
}

/**
 * The dashboard's figures: this device's at once, the server's as soon as it has answered. They are asked for
 * when the screen opens, when the connection comes back, and when all changes have been sent.
 */
export function useDashboard(): Dashboard {
  const services = useRecordServices();
  const { relaxed } = services.db;
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const sync = useSyncStatus();
  const answer = useLiveQuery(
    async () => ((await relaxed.meta.get('dashboard')) as StatsRow | undefined) ?? null,
    [relaxed],
  );
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
  // Another tab may have asked since: its answer does as well.
  const answered = askedAt !== null && answer && answer.answers >= askedAt ? answer : null;
  const theirs = held === false && drained ? (answered?.stats ?? null) : null;
  return {
    stats: theirs ? merged(Object.values(theirs)) : ours,
    from: theirs ? 'server' : 'device',
    loading: held === null || (held === false && drained && answered === null),
    error: away ? null : (answered?.error ?? null),
    reload,
  };
}

/** Counted from the device's own records; undefined until all of them have been read. */
function useDeviceStats(): StatCounts | undefined {
  const { collections } = useRecordServices();
  const [store] = useState(() => deviceStats(collections));
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

function deviceStats(collections: RecordServices['collections']) {
  let seen: readonly LiveSnapshot[] = [];
  let stats: StatCounts | undefined;
  return {
    subscribe: (listener: () => void): (() => void) => {
      const stops = RESOURCE_NAMES.map((name) => collections[name].subscribe(listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    getSnapshot: (): StatCounts | undefined => {
      const now = RESOURCE_NAMES.map((name) => collections[name].getSnapshot());
      if (now.every((snapshot, index) => snapshot === seen[index])) return stats;
      seen = now;
      stats = now.every(({ complete }) => complete) ? merged(now.map(countsOf)) : undefined;
      return stats;
    },
  };
}

function countsOf({ records }: LiveSnapshot, index: number): StatCounts {
  const name = RESOURCE_NAMES[index];
  const statuses = records.map(({ view }) => String(view['status']));
  return name ? countStats(name, statuses) : {};
}

function merged(stats: readonly StatCounts[]): StatCounts {
  return Object.assign({}, ...stats) as StatCounts;
}
