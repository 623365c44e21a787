import type { Random } from './ports.ts';

// Waits by the device's clock, which may be put back at any time.

const SECOND = 1000;
const BACKOFF_FLOOR = 0.5 * SECOND;
/** No back-off is longer, in ms. */
const BACKOFF_CAP = 300 * SECOND;

/** Returns a wait in ms: full jitter in [0.5 s, min(5 min, 1 s · 2ⁿ)]. `failures` counts from 0. */
export function backoff(failures: number, random: Random): number {
  const ceiling = Math.min(BACKOFF_CAP, SECOND * 2 ** Math.min(failures, 30));
  return BACKOFF_FLOOR + random() * (ceiling - BACKOFF_FLOOR);
}

/**
 * Returns true if a wait that ends at `at` is over. A wait of more than `longest` is void: the clock was put back after it
 * began.
 */
export function isOver(at: number, now: number, longest = BACKOFF_CAP): boolean {
  return at <= now || at > now + longest;
}

/** Returns the earliest time; null if there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
