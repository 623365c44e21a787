import { readLane } from '../../db/lane-store.ts';
import { allMutations } from '../../db/outbox.ts';
import { type AppDatabase, tablesOf } from '../../db/tables.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { type FoldedView, fold } from '../../outbox/fold.ts';
import { heads, type Lane, laneOf, wrongIn } from '../../outbox/lane.ts';
import type { MirrorRecord } from '../../outbox/mirror-record.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { SyncContext } from '../sync-context.ts';

/** Outboxes longer than this are not looked through: looking takes time, and what breaks in one breaks in a small one. */
const LONGEST_OUTBOX = 100;

/**
 * What is wrong with a database between two transactions, in words for a developer; empty while all is well: each lane
 * holds together, and each view is its server copy with its changes folded in.
 */
export async function violations(db: AppDatabase, account: string): Promise<string[]> {
  return db.transaction('r', tablesOf(db, ...RESOURCE_NAMES), async (tx) => {
    const found: string[] = [];
    const open = await allMutations(tx);
    if (open.length > LONGEST_OUTBOX) return found;
    for (const head of heads(open)) {
      const lane = await readLane(tx, head);
      const wrong = wrongIn(lane, account) ?? wrongView(lane);
      if (wrong) found.push(`${laneOf(lane)} ${wrong}`);
    }
    return found;
  });
}

function wrongView({ record, mutations }: Lane): string | null {
  return record && !isFolded(record, mutations) ? 'does not show what its changes make of it' : null;
}

function isFolded(record: MirrorRecord, mutations: readonly Mutation[]): boolean {
  return shown(record) === shown(fold(record.server, mutations));
}

function shown({ view, mark }: FoldedView): string {
  const fields = Object.entries(view ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view === null, fields, mark]);
}

/** Checks the database and logs what is wrong with it. */
export async function logViolations({ db, account, log }: SyncContext): Promise<void> {
  for (const violation of await violations(db.relaxed, account))
    log.error('an invariant of the engine does not hold', new Error(violation));
}
