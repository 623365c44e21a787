import { useEffect } from 'react';
import type { StatCounts } from '../domain/dashboard-stats.ts';
import { daysFrom } from '../domain/plain-date.ts';
import { type StatDay, TREND_DAYS } from '../domain/stat-days.ts';
import { useLiveRead } from './live-read.ts';
import { type RecordServices, useRecordServices } from './record-services.ts';

const PREFIX = 'stats:';

/** Counted, not dated: a clock that is wrong for a moment must not delete the past. */
const DAYS_KEPT = 400;

/** In ms. During a pull, the figures change many times a second. */
const SETTLE_MS = 2000;

/**
 * Stores the last figures of each day. They are deleted with the account's data.
 * @param stats counts of a complete copy, otherwise undefined
 */
export function useKeepStats(today: string, stats: StatCounts | undefined): void {
  const services = useRecordServices();
  useEffect(() => {
    if (!stats) return undefined;
    // If this fails, the day has no figures, or earlier ones.
    return services.clock.setTimer(
      () => void keepStats(services, today, stats).catch(() => undefined),
      SETTLE_MS,
    );
  }, [services, today, stats]);
}

/** Writes only the first figures of a day, and those that changed. */
export async function keepStats(
  { db }: Pick<RecordServices, 'db'>,
  today: string,
  stats: StatCounts,
): Promise<void> {
  const { settings } = db.relaxed;
  await db.relaxed.transaction('rw', settings, async () => {
    const key = `${PREFIX}${today}` as const;
    const kept = await settings.get(key);
    if (kept && 'stats' in kept && isSame(kept.stats, stats)) return;
    await settings.put({ key, stats });
    if (kept) return;
    const keys = await settings.where('key').startsWith(PREFIX).primaryKeys();
    await settings.bulkDelete(keys.slice(0, -DAYS_KEPT));
  });
}

function isSame(one: StatCounts, other: StatCounts): boolean {
  const keys = Object.keys(other);
  return keys.length === Object.keys(one).length && keys.every((key) => one[key] === other[key]);
}

interface KnownStats {
  /** The first day with figures, or null. */
  readonly since: string | null;
  /** The counts of the last 30 days, in order. */
  readonly days: readonly StatDay[];
}

export function useStatDays(today: string): KnownStats | undefined {
  return useLiveRead(
    async ({ settings }) => {
      // A clock that is behind for a moment leaves a day that is too early.
      const earliest = PREFIX + daysFrom(today, 1 - DAYS_KEPT);
      const [first] = await settings
        .where('key')
        .between(earliest, PREFIX + today, true, true)
        .limit(1)
        .primaryKeys();
      const from = PREFIX + daysFrom(today, 1 - TREND_DAYS);
      const rows = await settings
        .where('key')
        .between(from, PREFIX + today, true, true)
        .toArray();
      return {
        since: first?.slice(PREFIX.length) ?? null,
        days: rows.flatMap((row) =>
          'stats' in row ? [{ day: row.key.slice(PREFIX.length), stats: row.stats }] : [],
        ),
      };
    },
    [today],
  );
}
