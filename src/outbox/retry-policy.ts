import { asObject } from '../domain/answer.ts';
import { createdFields } from '../domain/field-changes.ts';
import type { Random } from '../domain/ports.ts';
import { specOf } from '../domain/resource-specs.ts';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../domain/time-outs.ts';
import { generatedFields, type Mutation, type MutationChange, type ServerRefusal } from './mutation.ts';

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

/** How often another number is made for one create before a person is asked. */
const RENUMBER_MAX = 3;

/** Whether the server refused a create for nothing but a number that the app made up. */
export function isNumberTaken(
  mutation: Mutation,
  { status, body }: Pick<ServerRefusal, 'status' | 'body'>,
): boolean {
  const refused = Object.keys(asObject(body) ?? {});
  const numbers = generatedFields(mutation);
  const about = refused.length > 0 && refused.every((field) => numbers.includes(field));
  return mutation.kind === 'create' && [400, 422].includes(status) && about;
}

/** Whether such a create may get another number without asking. */
export function mayRenumber(mutation: Mutation, refusal: Pick<ServerRefusal, 'status' | 'body'>): boolean {
  return isNumberTaken(mutation, refusal) && (mutation.setbacks?.renumbered ?? 0) < RENUMBER_MAX;
}

/**
 * What becomes of a create whose number, made up by the app, the server refused: it gets another one and is
 * sent again without asking. Null for anything else that was refused, and after three new numbers.
 */
export function renumbered(
  { now, random }: { readonly now: number; readonly random: Random },
  mutation: Mutation,
  refusal: Pick<ServerRefusal, 'status' | 'body'>,
): MutationChange | null {
  if (!mayRenumber(mutation, refusal)) return null;
  const refused = { ...asObject(refusal.body) };
  const env = { now, random: random() };
  const anew = Object.fromEntries(
    Object.entries(specOf(mutation.resource).fields).flatMap(([name, field]) =>
      name in refused && field.type === 'text' && field.generate ? [[name, field.generate(env)]] : [],
    ),
  );
  const setbacks = mutation.setbacks ?? { serverErrors: 0, since: now, rereads: 0 };
  return {
    fields: { ...mutation.fields, ...createdFields(anew) },
    generated: { ...mutation.generated, ...anew },
    setbacks: { ...setbacks, renumbered: (setbacks.renumbered ?? 0) + 1 },
    attempts: 0,
    firstSentAt: null,
    nextAt: now,
    probe: null,
    refusal: null,
  };
}
