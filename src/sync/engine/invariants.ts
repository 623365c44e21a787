import { readLane } from '../../db/lane-store.ts';
import { allMutations } from '../../db/mirror-and-outbox.ts';
import { type AppDatabase, tablesOf } from '../../db/tables.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { violationIn } from '../../outbox/lane.ts';
import { heads } from '../poll.ts';
import type { SyncContext } from '../sync-context.ts';

const LONGEST_OUTBOX = 100;

/**
 * Checks between two transactions that each lane is consistent and each view is its server copy with its changes applied.
 */
export async function violations(db: AppDatabase, account: string): Promise<string[]> {
  return db.transaction('r', tablesOf(db, ...RECORD_KINDS), async (tx) => {
    const found: string[] = [];
    const open = await allMutations(tx);
    if (open.length > LONGEST_OUTBOX) return found;
    for (const head of heads(open)) {
      const lane = await readLane(tx, head);
      const wrong = violationIn(lane, account);
      if (wrong) found.push(wrong);
    }
    return found;
  });
}

export async function logViolations({ db, account, log }: SyncContext): Promise<void> {
  for (const violation of await violations(db.relaxed, account))
    log.error('an invariant of the engine does not hold', new Error(violation));
}
