import { bytesTable } from '../../db/file-store.ts';
import { readLane } from '../../db/lane-store.ts';
import { allMutations } from '../../db/mirror-and-outbox.ts';
import { type AppDatabase, type Tx, tablesOf } from '../../db/tables.ts';
import { hashesOf } from '../../domain/attachment.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { RECORD_KINDS } from '../../domain/resource-specs.ts';
import { violationIn } from '../../outbox/lane.ts';
import { laneOf, type Mutation } from '../../outbox/mutation.ts';
import { heads } from '../poll.ts';
import type { SyncContext } from '../sync-context.ts';

const LONGEST_OUTBOX = 100;

/**
 * Checks between two transactions that each lane is consistent and each view is its server copy with its changes applied.
 */
export async function violations(db: AppDatabase, account: string): Promise<string[]> {
  const tables = [...tablesOf(db, ...RECORD_KINDS), db.files, db.fileBytes];
  return db.transaction('r', tables, async (tx) => {
    const found: string[] = [];
    const open = await allMutations(tx);
    if (open.length > LONGEST_OUTBOX) return found;
    found.push(...(await missingBytes(tx, open)));
    for (const head of heads(open)) {
      const lane = await readLane(tx, head);
      const wrong = violationIn(lane, account);
      if (wrong) found.push(wrong);
    }
    return found;
  });
}

/** Bytes that an open create names are on the device until every such create is confirmed. */
async function missingBytes(tx: Tx, open: readonly Mutation[]): Promise<string[]> {
  const creates = open.filter(({ resource, kind }) => resource === 'attachments' && kind === 'create');
  const named = creates.flatMap((create) =>
    hashesOf(valuesOf(create.fields)).map((hash) => [laneOf(create), hash] as const),
  );
  const hashes = named.map(([, hash]) => hash);
  const here = new Set(await bytesTable(tx).where('sha256').anyOf(hashes).primaryKeys());
  return named.filter(([, hash]) => !here.has(hash)).map((lacking) => ['no bytes', ...lacking].join(' '));
}

export async function logViolations({ db, account, log }: SyncContext): Promise<void> {
  for (const violation of await violations(db.relaxed, account))
    log.error('an invariant of the engine does not hold', new Error(violation));
}
