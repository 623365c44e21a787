import type { Random } from './ports.ts';

// The device's clock, which these waits use, may be set back at any time.

const SECOND = 1000;
const BACKOFF_FLOOR = 0.5 * SECOND;
/** In ms. */
const BACKOFF_CAP = 300 * SECOND;

/** Returns a wait in ms: full jitter in [0.5 s, min(5 min, 1 s · 2ⁿ)], where n is `failures`, from 0. */
export function backoff(failures: number, random: Random): number {
  const ceiling = Math.min(BACKOFF_CAP, SECOND * 2 ** Math.min(failures, 30));
  return BACKOFF_FLOOR + random() * (ceiling - BACKOFF_FLOOR);
}

/** A wait of more than `longest` counts as over, because the clock was set back after the wait began. */
export function isWaitOver(at: number, now: number, longest = BACKOFF_CAP): boolean {
  return at <= now || at > now + longest;
}

export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}
