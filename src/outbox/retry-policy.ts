import { asObject, SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../domain/answer.ts';
import { createdFields } from '../domain/field-changes.ts';
import type { Random } from '../domain/ports.ts';
import { specOf } from '../domain/resource-specs.ts';
import { isOver } from '../domain/waits.ts';
import { generatedFields, type Mutation, type MutationChange, type ServerRefusal } from './mutation.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** A deletion or a tap can be undone for this long before it is sent, in ms. */
export const UNDO_MS = 8 * SECOND;

/** Returns true if a queued mutation may be sent now. Before its first attempt, it waits only so that it can be undone. */
export function isDue({ attempts, nextAt }: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return isOver(nextAt, now, attempts === 0 ? UNDO_MS : undefined);
}

/** Returns true while a queued mutation waits so that a person can undo it. */
export function isHeld(mutation: Pick<Mutation, 'attempts' | 'nextAt'>, now: number): boolean {
  return mutation.attempts === 0 && !isDue(mutation, now);
}

/**
 * Returns how long an unknown create is left alone, in ms: until a slow commit has landed.
 * @param wasLost an earlier answer was lost too, so the attempt had the longer time-out
 */
export function settleMs(wasLost: boolean): number {
  return Math.max(15 * SECOND, 1.5 * (wasLost ? SLOW_TIMEOUT_MS : TIMEOUT_MS));
}

/** Time between the two clean pulls that prove a create absent, in ms. */
export const SECOND_CHECK_MS = 30 * SECOND;

export const CLEAN_CHECKS = 2;

/** Unstable pulls in a row after which a person decides about an unknown create. */
export const UNSTABLE_MAX = 10;

const SERVER_ERRORS_MAX = 6;

/**
 * Returns true if a mutation has failed inside the server six times over at least an hour. A first failure in the future
 * was noted before the clock was put back: its age is unknown.
 */
export function serverGivesUp(failures: number, since: number, now: number): boolean {
  return failures >= SERVER_ERRORS_MAX && (now - since >= HOUR || since > now);
}

/** Numbers generated for one create before a person is asked. */
const RENUMBER_MAX = 3;

/** Tells if the server refused a create only for a number that the app generated. */
export function isNumberTaken(
  mutation: Mutation,
  { status, body }: Pick<ServerRefusal, 'status' | 'body'>,
): boolean {
  const refused = Object.keys(asObject(body) ?? {});
  const numbers = generatedFields(mutation);
  const about = refused.length > 0 && refused.every((field) => numbers.includes(field));
  return mutation.kind === 'create' && [400, 422].includes(status) && about;
}

/** Tells if such a create may get another number without asking. */
export function mayRenumber(mutation: Mutation, refusal: Pick<ServerRefusal, 'status' | 'body'>): boolean {
  return isNumberTaken(mutation, refusal) && (mutation.setbacks?.renumbered ?? 0) < RENUMBER_MAX;
}

/** Returns the change that gives a refused create another number; null if the refusal is about anything else, or after three. */
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
