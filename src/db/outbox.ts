import type { Table } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Mutation, NewMutation } from '../outbox/mutation.ts';
import type { Tx } from './app-database.ts';
import { type JournalEntry, type Outcome, writeJournal } from './journal.ts';
import { wantWholeReadingBesideFeed } from './meta.ts';

function outboxTable(tx: Tx): Table<Mutation, number, NewMutation> {
  return tx.table<Mutation, number, NewMutation>('outbox');
}

/** Puts a mutation at the end of the outbox and answers its place. */
export async function appendMutation(tx: Tx, mutation: NewMutation): Promise<number> {
  return outboxTable(tx).add(mutation);
}

/** A record's open mutations in the order of acceptance. */
export async function mutationsOf(tx: Tx, resource: ResourceName, localId: string): Promise<Mutation[]> {
  return outboxTable(tx).where('[resource+localId]').equals([resource, localId]).sortBy('seq');
}

export async function allMutations(tx: Tx): Promise<Mutation[]> {
  return outboxTable(tx).orderBy('seq').toArray();
}

export async function countMutations(tx: Tx): Promise<number> {
  return outboxTable(tx).count();
}

/** The mutations at these places; undefined where there is none any more. */
export async function mutationsAt(tx: Tx, places: number[]): Promise<(Mutation | undefined)[]> {
  return outboxTable(tx).bulkGet(places);
}

export async function findMutation(tx: Tx, id: string): Promise<Mutation | undefined> {
  return outboxTable(tx).where('id').equals(id).first();
}

type Seen = Pick<Mutation, 'seq' | 'id' | 'state' | 'attemptId'>;

/** Whether a mutation is still the same attempt of the same change in the same state. */
export function isSame(now: Seen, seen: Seen): boolean {
  return (['seq', 'id', 'state', 'attemptId'] as const).every((key) => now[key] === seen[key]);
}

/** Writes a mutation over the one that was read in this transaction. */
export async function replaceMutation(tx: Tx, mutation: Mutation): Promise<void> {
  await outboxTable(tx).put(mutation);
}

/**
 * Changes a mutation, but only if it is still the same attempt of the same change in the same state.
 * Answers the changed one, or null when somebody else was faster: then nothing was written.
 */
export async function changeMutation(
  tx: Tx,
  seen: Seen,
  change: Partial<Omit<Mutation, 'seq'>>,
): Promise<Mutation | null> {
  const now = await outboxTable(tx).get(seen.seq);
  if (!now || !isSame(now, seen)) return null;
  const changed: Mutation = { ...now, ...change };
  await replaceMutation(tx, changed);
  return changed;
}

/** Takes a mutation out of the outbox and notes in the journal how it ended. There is no other way out. */
export async function finishMutation(
  tx: Tx,
  mutation: Mutation,
  outcome: Exclude<Outcome, 'decided'>,
  at: number,
  theirs: JournalEntry['theirs'] = {},
): Promise<void> {
  await Promise.all([outboxTable(tx).delete(mutation.seq), writeJournal(tx, mutation, outcome, at, theirs)]);
  // What a row of a first attempt was kept out for is that row, or was refused before.
  if (mutation.asSent) await fetchKeptOut(tx, mutation);
}

/**
 * A row that may be what a create without a key has made, or had made before it was changed, is kept out of the mirror while
 * that is on its way. Beside a feed it comes with a whole reading alone.
 */
export async function fetchKeptOut(
  tx: Tx,
  { kind, asSent, keyed, firstSentAt, resource }: Mutation,
): Promise<void> {
  const isOnItsWay = asSent !== undefined || (!keyed && firstSentAt !== null);
  if (kind === 'create' && isOnItsWay) await wantWholeReadingBesideFeed(tx, resource);
}
