import { type Tx, tablesOf } from '../db/app-database.ts';
import { foldIntoRefused } from '../db/fold-refused.ts';
import { refoldKnown, refoldStored } from '../db/mirror.ts';
import { changeMutation, fetchKeptOut, mutationsOf, replaceMutation } from '../db/outbox.ts';
import { type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation, ServerRefusal } from '../outbox/mutation.ts';
import { type SyncEvent, transition } from '../outbox/sync-state.ts';
import { mergeWaiting } from './merge-waiting.ts';
import type { SyncContext } from './sync-context.ts';
import { assertOwner } from './sync-context.ts';

type Change = Partial<Omit<Mutation, 'seq' | 'id'>>;

/**
 * Moves a mutation along the transition table and makes its record's view anew, in the caller's transaction.
 * Answers the moved mutation, or null when another tab was faster and nothing was written.
 */
export async function moveIn(
  tx: Tx,
  seen: Mutation,
  event: SyncEvent,
  change: Change = {},
): Promise<Mutation | null> {
  const step = stepOf(seen, event, change);
  const moved = step && (await changeMutation(tx, seen, step));
  if (moved) {
    if (moved.refusal && moved.state === 'parked') {
      await foldIntoRefused(tx, moved, moved.refusal.at);
      await widenConflict(tx, moved);
      await fetchKeptOut(tx, moved);
    }
    await refoldStored(tx, moved.resource, moved.localId);
  }
  return moved;
}

/** A record and its open mutations in order, as they were just read. */
export interface Lane {
  readonly record: MirrorRecord | undefined;
  readonly open: readonly Mutation[];
}

/** `moveIn` of a mutation whose record was read in this very transaction, where no other mutation is concerned. */
export async function moveReadIn(
  tx: Tx,
  { record, open }: Lane,
  seen: Mutation,
  event: SyncEvent,
  change: Change,
): Promise<Mutation | null> {
  const step = stepOf(seen, event, change);
  if (!step) return null;
  const moved = { ...seen, ...step };
  await replaceMutation(tx, moved);
  const openNow = open.map((one) => (one.seq === moved.seq ? moved : one));
  if (record) await refoldKnown(tx, moved.resource, record, openNow);
  return moved;
}

function stepOf(seen: Mutation, event: SyncEvent, change: Change): Change | null {
  const next = transition(seen, event);
  if (next === 'stays') return null;
  if (typeof next === 'string') throw new Error(`A ${seen.state} ${seen.kind} cannot be ${event}.`);
  return { ...change, state: next.to, ...(next.readFirst ? { readFirst: true } : {}) };
}

/** What was changed behind a change in conflict has been taken into it: the question is over all of it. */
async function widenConflict(tx: Tx, { resource, localId, id }: Mutation): Promise<void> {
  const [head] = await mutationsOf(tx, resource, localId);
  const conflict = head?.refusal?.conflict;
  if (head?.id !== id || head.kind !== 'update' || !head.refusal || !conflict) return;
  const { conflicts } = await mergeWaiting(tx, head, conflict.before, conflict.theirs);
  const fields = [...new Set([...conflict.fields, ...conflicts])];
  await changeMutation(tx, head, { refusal: { ...head.refusal, conflict: { ...conflict, fields } } });
}

/** `moveIn` in a transaction of its own, for as long as the account is signed in. */
export async function move(
  context: SyncContext,
  seen: Mutation,
  event: SyncEvent,
  change: Partial<Omit<Mutation, 'seq' | 'id'>> = {},
): Promise<Mutation | null> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', tablesOf(relaxed, seen.resource), (tx) => moveIn(tx, seen, event, change));
}

/** Sets a mutation aside for a person, with what the server said. */
export async function park(context: SyncContext, seen: Mutation, refusal: ServerRefusal): Promise<void> {
  const event = refusal.reason === 'conflict' ? 'conflicted' : 'refused';
  await move(context, seen, event, { refusal });
}
