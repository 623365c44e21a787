import { asObject, SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../domain/answer.ts';
import { createdFields } from '../domain/field-changes.ts';
import type { Random } from '../domain/ports.ts';
import { specOf } from '../domain/resource-specs.ts';
import { isWaitOver } from '../domain/waits.ts';
import {
  generatedFields,
  type Mutation,
  type MutationChange,
  NOT_PROBED,
  type ServerRefusal,
  setbacksOf,
} from './mutation.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** In ms. A deletion or a tap waits this long, and a notice offers the undo as long. */
export const UNDO_MS = 8 * SECOND;

/** An unsent mutation waits for at most `UNDO_MS`. A longer wait shows that the clock was set back. */
export function isDue({ attempts, nextAt }: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return isWaitOver(nextAt, now, attempts === 0 ? UNDO_MS : undefined);
}

export function isHeld(mutation: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return mutation.attempts === 0 && !isDue(mutation, now);
}

/**
 * Returns how long, in ms, the app waits for a slow commit before it looks for an unknown create.
 * @param wasLost an earlier answer was lost too, so the timeout was longer
 */
export function settleMs(wasLost: boolean): number {
  return Math.max(15 * SECOND, 1.5 * (wasLost ? SLOW_TIMEOUT_MS : TIMEOUT_MS));
}

/** Schedules the search for an unknown create after any slow commit has landed. */
export function recheckLater(
  { probe }: Pick<Mutation, 'probe'>,
  now: number,
): Pick<Mutation, 'nextAt' | 'probe'> {
  return { nextAt: now + settleMs(probe !== null), probe: NOT_PROBED };
}

export const SECOND_CHECK_MS = 30 * SECOND;

export const CLEAN_CHECKS = 2;

/** After this many unstable pulls in a row, a person decides about an unknown create. */
export const UNSTABLE_MAX = 10;

const SERVER_ERRORS_MAX = 6;

/**
 * Returns true after six server errors over an hour. If the first is in the future, the clock was set back, and six
 * errors are enough.
 */
export function serverGivesUp(failures: number, since: number, now: number): boolean {
  return failures >= SERVER_ERRORS_MAX && (now - since >= HOUR || since > now);
}

const RENUMBER_MAX = 3;

/** Returns true if only a generated number was refused. */
export function isNumberTaken(
  mutation: Mutation,
  { status, body }: Pick<ServerRefusal, 'status' | 'body'>,
): boolean {
  const refused = Object.keys(asObject(body) ?? {});
  const numbers = generatedFields(mutation);
  const about = refused.length > 0 && refused.every((field) => numbers.includes(field));
  return mutation.kind === 'create' && [400, 422].includes(status) && about;
}

export function mayRenumber(mutation: Mutation, refusal: Pick<ServerRefusal, 'status' | 'body'>): boolean {
  return isNumberTaken(mutation, refusal) && (mutation.setbacks?.renumbered ?? 0) < RENUMBER_MAX;
}

/** Gives a refused create another number. Returns null after any other refusal, or after three numbers. */
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
  const setbacks = setbacksOf(mutation, now);
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
