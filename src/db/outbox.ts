import type { Table } from 'dexie';
import type { ResourceName } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { Tx } from './tables.ts';

const READ_AT_ONCE = 500;

/** Only `lane-store.ts` may write to it. */
export function outboxTable(tx: Tx): Table<Mutation, number, Omit<Mutation, 'seq'>> {
  return tx.table<Mutation, number, Omit<Mutation, 'seq'>>('outbox');
}

/** In order of acceptance. */
export async function mutationsOf(tx: Tx, resource: ResourceName, localId: string): Promise<Mutation[]> {
  return outboxTable(tx).where('[resource+localId]').equals([resource, localId]).sortBy('seq');
}

/** In order of acceptance. Reads in batches, so that the page draws between them. */
export async function allMutations(tx: Tx): Promise<Mutation[]> {
  const all: Mutation[] = [];
  for (;;) {
    const some = await outboxTable(tx)
      .where('seq')
      .above(all.at(-1)?.seq ?? Number.NEGATIVE_INFINITY)
      .limit(READ_AT_ONCE)
      .toArray();
    all.push(...some);
    if (some.length < READ_AT_ONCE) return all;
  }
}

export async function findMutation(tx: Tx, id: string): Promise<Mutation | undefined> {
  return outboxTable(tx).where('id').equals(id).first();
}
