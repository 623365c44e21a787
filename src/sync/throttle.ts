import { readRetryAfter } from '../api/retry-after.ts';
import type { Random } from '../domain/ports.ts';

const SECOND = 1000;

/** Jitter in ms with which devices come back that a server had turned away, so that they do not come at once. */
export function returnJitter(random: Random): number {
  return random() * 3 * SECOND;
}

/** The longest wait in ms that a server may ask for. */
export const THROTTLE_CAP = 3600 * SECOND;

/**
 * The wait that a server asked for, in ms from `now`: seconds or an HTTP date (RFC 9110, 10.2.3), at most
 * an hour, and not jittered. Where it asked for none that can be read, 30 to 60 s.
 */
export function throttleDelay(retryAfter: string | null, now: number, random: Random): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  return asked === null ? (30 + random() * 30) * SECOND : Math.min(asked, THROTTLE_CAP);
}
