import { daysLeft, type Estimate } from '../estimate.ts';
import { readText } from '../field.ts';
import { toCents } from '../money.ts';
import { dayAt, daysBetween, daysFrom } from '../plain-date.ts';
import type { Push, PushRow, PushTime } from './push.ts';
import { quietSince } from './since.ts';

/** An estimate that runs out within this many days needs a push. */
const RUNS_OUT_WITHIN = 7;

/** How long *Extend* extends an estimate. */
const EXTEND_DAYS = 30;

/** Judges an estimate by itself. What its customer lacks is in `list-pushes.ts`. */
export function estimatePush(row: PushRow<Estimate>, time: PushTime): Push | null {
  const { view } = row;
  const cents = toCents(view.total_amount);
  const today = dayAt(time.now);
  const left = daysLeft(view, today);
  const day = readText(view.valid_until);
  if (left !== null && left < 0) return { rule: 'ranOut', kind: 'estimates', row, day, days: -left, cents };
  if (left !== null && left <= RUNS_OUT_WITHIN)
    return { rule: 'runsOut', kind: 'estimates', row, day, days: RUNS_OUT_WITHIN + 1 - left, cents };
  if (view.status !== 'sent') return null;
  const { at, how } = quietSince(row, time);
  if (!isQuiet(at, time.now)) return null;
  const since = dayAt(at);
  const days = daysBetween(since, today);
  return { rule: 'quietEstimate', kind: 'estimates', row, day: since, quiet: how, days, cents };
}

/** More than two days on the device's clock, which are 47 to 49 hours when clocks change. */
export function isQuiet(at: number, now: number): boolean {
  const twoDaysAgo = new Date(now);
  twoDaysAgo.setDate(twoDaysAgo.getDate() - 2);
  return at < twoDaysAgo.getTime();
}

/** Returns the new last day. */
export function extendedTo(last: Estimate['valid_until'], today: string): string {
  return daysFrom(last !== null && last > today ? last : today, EXTEND_DAYS);
}
