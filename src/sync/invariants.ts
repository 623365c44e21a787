import { type AppDatabase, mirrorTable, tablesOf } from '../db/app-database.ts';
import { allMutations } from '../db/outbox.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { type FoldedView, fold } from '../outbox/fold.ts';
import { type MirrorRecord } from '../outbox/mirror-record.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { laneOf } from './lanes.ts';

/** Outboxes longer than this are not looked through: looking takes time, and what breaks in one breaks in a small one. */
const LONGEST_OUTBOX = 100;

/**
 * What is wrong with a database between two transactions, in words for a developer; empty while all is well. A
 * view is its server copy with its changes folded in, a record has one request under way at most, and every change
 * is of the account whose database it is.
 */
export async function violations(db: AppDatabase, account: string): Promise<string[]> {
  return db.transaction('r', tablesOf(db, ...RESOURCE_NAMES), async (tx) => {
    const found: string[] = [];
    const lanes = new Map<string, Mutation[]>();
    const open = await allMutations(tx);
    if (open.length > LONGEST_OUTBOX) return found;
    for (const mutation of open) {
      lanes.set(laneOf(mutation), [...(lanes.get(laneOf(mutation)) ?? []), mutation]);
      if (mutation.owner !== account) found.push(`${mutation.id} is of ${mutation.owner}`);
    }
    for (const [lane, mutations] of lanes) {
      // Where two records have become one, it may be the second change that is under way, but not both.
      if (mutations.filter(({ state }) => state === 'sending' || state === 'unknown').length > 1) {
        found.push(`${lane} has two changes under way`);
      }
      const [head] = mutations;
      const record = head && (await mirrorTable(tx, head.resource).get(head.localId));
      if (!record) found.push(`${lane} has changes and no record`);
      else if (!isFolded(record, mutations)) found.push(`${lane} does not show what its changes make of it`);
    }
    return found;
  });
}

function isFolded(record: MirrorRecord, mutations: readonly Mutation[]): boolean {
  return shown(record) === shown(fold(record.server, mutations));
}

function shown({ view, mark }: FoldedView): string {
  const fields = Object.entries(view ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view === null, fields, mark]);
}
