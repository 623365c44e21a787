import type { LeaseRow } from '../../db/meta-rows.ts';
import { SLOW_TIMEOUT_MS } from '../../domain/time-outs.ts';

interface Sign {
  readonly own: Pick<LeaseRow, 'tab' | 'beat' | 'visible' | 'standsIn'>;
  /** Whether it is the first one of a term. */
  readonly isFirst: boolean;
  /** Device time in ms. */
  readonly now: number;
}

/**
 * The leader's next sign of life. A tab whose sign stands where this one has led, or that stood in for the lock's holder,
 * may be alive: its attempts are spared. One that had the lock before this tab is not, or has nothing under way.
 */
export function nextLease(last: LeaseRow | undefined, { own, isFirst, now }: Sign): LeaseRow {
  const beside = last !== undefined && last.tab !== own.tab && (!isFirst || last.standsIn === true);
  return { key: 'lease', ...own, spareUntil: beside ? now + SLOW_TIMEOUT_MS : (last?.spareUntil ?? 0) };
}

/** Whether no sign of life has come between these two. */
export function isSameSign(a: LeaseRow | undefined, b: LeaseRow | undefined): boolean {
  return a?.tab === b?.tab && a?.beat === b?.beat;
}
