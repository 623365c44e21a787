import type { StatCounts } from './dashboard-stats.ts';
import { daysFrom } from './plain-date.ts';

export interface StatDay {
  readonly day: string;
  readonly stats: StatCounts;
}

/** Including today. */
export const TREND_DAYS = 30;

interface TrendPoint {
  readonly day: string;
  readonly value: number;
}

export interface Trend {
  /** Only days on which this device counted. The last is today. */
  readonly points: readonly TrendPoint[];
  /** The change since the latest counted day that is at least a week ago. */
  readonly change: { readonly by: number; readonly since: string; readonly isWeek: boolean } | null;
}

/** Returns null while today is the only known day. */
export function trendOf(
  days: readonly StatDay[],
  { key, today, value }: { readonly key: string; readonly today: string; readonly value: number },
): Trend | null {
  const first = daysFrom(today, 1 - TREND_DAYS);
  const before = days.flatMap(({ day, stats }) => {
    const counted = stats[key];
    return counted === undefined || day < first || day >= today ? [] : [{ day, value: counted }];
  });
  if (before.length === 0) return null;
  const weekAgo = daysFrom(today, -7);
  const base = before.filter(({ day }) => day <= weekAgo).at(-1);
  return {
    points: [...before, { day: today, value }],
    change: base ? { by: value - base.value, since: base.day, isWeek: base.day === weekAgo } : null,
  };
}
