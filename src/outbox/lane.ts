import type { ResourceName } from '../domain/resource-spec.ts';
import { type FoldedView, fold, type MirrorRecord } from './mirror-record.ts';
import type { Mutation } from './mutation.ts';

/** A record with its open mutations, which are decided together. */
export interface Lane {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly record: MirrorRecord | undefined;
  /** In order of acceptance. */
  readonly mutations: readonly Mutation[];
}

export function laneOf({ resource, localId }: Pick<Lane, 'resource' | 'localId'>): string {
  return `${resource}/${localId}`;
}

type Seen = Pick<Mutation, 'seq' | 'id' | 'state' | 'attemptId'>;

export function isSameAttempt(now: Seen, seen: Seen): boolean {
  return (['seq', 'id', 'state', 'attemptId'] as const).every((key) => now[key] === seen[key]);
}

/** Tells if a change was sent and not answered. A record has at most one. */
export function isUnderWay({ state }: Pick<Mutation, 'state'>): boolean {
  return state === 'sending' || state === 'unknown';
}

/** A bug in the app. Nothing of the transaction is written. */
export class BrokenLaneError extends Error {
  override readonly name = 'BrokenLaneError';
}

/**
 * Checks a lane before it is written.
 * @param before if it had the same fault, it passes: a person may still decide
 * @throws BrokenLaneError
 */
export function assertLane(lane: Lane, before: Lane, account: string): void {
  const wrong = wrongIn(lane, account);
  if (wrong && wrong !== wrongIn(before, account)) throw new BrokenLaneError(`${laneOf(lane)} ${wrong}`);
}

/** Returns a fault, such as a view that is not the server copy with its changes. */
export function violationIn(lane: Lane, account: string): string | null {
  const wrong = wrongIn(lane, account) ?? wrongView(lane);
  return wrong && `${laneOf(lane)} ${wrong}`;
}

function wrongView({ record, mutations }: Lane): string | null {
  const isFolded = !record || shown(record) === shown(fold(record.server, mutations));
  return isFolded ? null : 'does not show what its changes make of it';
}

function shown({ view, mark }: FoldedView): string {
  const fields = Object.entries(view ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view === null, fields, mark]);
}

function wrongIn({ resource, localId, record, mutations }: Lane, account: string): string | null {
  if (mutations.length > 0 && !record) return 'has changes and no record';
  let last = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  for (const mutation of mutations) {
    const { seq, owner } = mutation;
    if (mutation.resource !== resource || mutation.localId !== localId) return "has another record's change";
    if (owner !== account) return 'has a change of another account';
    if (seq <= last) return 'has its changes out of order';
    const wrong = wrongOf(mutation);
    if (wrong) return wrong;
    if (isUnderWay(mutation)) underWay += 1;
    last = seq;
  }
  return underWay > 1 ? 'has two changes under way' : null;
}

/** Checks in stored data what the types of `Mutation` promise. */
function wrongOf(mutation: { readonly [Field in keyof Mutation]: unknown }): string | null {
  const { kind, state, idempotencyKey, sentWithKey, probe, attemptId, firstSentAt, refusal } = mutation;
  if (kind === 'create' && typeof idempotencyKey !== 'string') return 'has a create without a key';
  if (kind !== 'create' && (idempotencyKey !== null || sentWithKey !== false || probe !== null))
    return 'has a change with what only a create has';
  if (kind !== 'create' && state === 'unknown') return 'has an unknown change that is no create';
  if (state === 'sending' && attemptId === null) return 'has a change under way without an attempt';
  if (state === 'sending' && firstSentAt === null) return 'has a change that was sent at no time';
  if (state === 'parked' && refusal === null) return 'has a change that waits for a person without a reason';
  return null;
}
