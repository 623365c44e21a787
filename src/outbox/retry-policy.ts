import type { Random } from '../domain/ports.ts';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../domain/time-outs.ts';
import type { Mutation } from './mutation.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const BACKOFF_FLOOR = 0.5 * SECOND;
/** The `nextAt` of a mutation is never set further ahead, in ms. */
const BACKOFF_CAP = 5 * MINUTE;

/** Full jitter in [0.5 s, min(5 min, 1 s · 2ⁿ)], in ms; `failures` counts from 0. */
export function backoff(failures: number, random: Random): number {
  const ceiling = Math.min(BACKOFF_CAP, SECOND * 2 ** Math.min(failures, 30));
  return BACKOFF_FLOOR + random() * (ceiling - BACKOFF_FLOOR);
}

/**
 * Whether a wait that ends at device time `at` is over. A wait longer than any that is ever set was set by a
 * clock that has been put back since: it is over as well.
 */
export function isOver(at: number, now: number, longest = BACKOFF_CAP): boolean {
  return at <= now || at > now + longest;
}

/** The earliest of some device times in ms; null where there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** A person can undo a deletion or a tap for so long before it is sent, in ms. */
export const UNDO_MS = 8 * SECOND;

/** Whether a queued mutation has waited for long enough. What was never tried can only wait to be undone. */
export function isDue({ attempts, nextAt }: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return isOver(nextAt, now, attempts === 0 ? UNDO_MS : BACKOFF_CAP);
}

/** Tells if a queued mutation waits so that a person can undo it. */
export function isHeld(mutation: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return mutation.attempts === 0 && !isDue(mutation, now);
}

/** Time-out of the next attempt in ms: longer once an answer got lost. */
export function attemptTimeout(ambiguous: boolean): number {
  return ambiguous ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
}

/**
 * How long an unknown create is left alone, so that a slow commit has landed before anybody checks, in ms.
 * @param ambiguous as for the time-out of its attempt
 */
export function settleMs(ambiguous: boolean): number {
  return Math.max(15 * SECOND, 1.5 * attemptTimeout(ambiguous));
}

/** Time between the two clean pulls that prove a create absent, in ms. */
export const SECOND_CHECK_MS = 30 * SECOND;

export const CLEAN_CHECKS = 2;

/** Unstable pulls in a row after which a person decides about an unknown create. */
export const UNSTABLE_MAX = 10;

const SERVER_ERRORS_MAX = 6;

/**
 * True when a mutation has failed inside the server six times over at least an hour: a person decides. A first
 * failure that lies ahead was noted by a clock that has been put back since: how long it is ago nobody knows.
 */
export function serverGivesUp(failures: number, since: number, now: number): boolean {
  return failures >= SERVER_ERRORS_MAX && (now - since >= HOUR || since > now);
}
