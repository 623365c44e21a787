import { changeLane, laneOfMutation } from '../../db/lane-store.ts';
import { readCollection } from '../../db/meta-rows.ts';
import { readReferences } from '../../db/mirror-and-outbox.ts';
import { tablesOf } from '../../db/tables.ts';
import { RECORD_KINDS, specOf } from '../../domain/resource-specs.ts';
import { deletionHolds, targetsOf } from '../../outbox/dependencies.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { ownRefusalWords } from '../../words/checks.ts';
import { heads } from '../poll.ts';
import { assertOwner, type SyncContext } from '../sync-context.ts';

/**
 * Returns, by mutation id, the local ids of the records that a change waits for; a deletion's list is empty. Parks
 * changes that refer to a record that is gone.
 */
export async function waitingForReferences(
  context: SyncContext,
  open: readonly Mutation[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const queued = heads(open).filter(({ state }) => state === 'queued');
  const referring = queued.filter((mutation) => targetsOf(mutation).length > 0);
  const deletions = queued.filter(({ kind }) => kind === 'delete');
  const waiting = new Map<string, readonly string[]>();
  if (referring.length > 0) {
    const { unbound, gone } = await lookUp(context, referring);
    for (const [id, records] of unbound) waiting.set(id, records);
    for (const mutation of gone) await parkUnreferable(context, mutation);
  }
  for (const id of await waitingDeletions(context, deletions, open)) waiting.set(id, []);
  return waiting;
}

async function lookUp(
  context: SyncContext,
  referring: readonly Mutation[],
): Promise<{
  readonly unbound: ReadonlyMap<string, readonly string[]>;
  readonly gone: readonly Mutation[];
}> {
  const { relaxed } = context.db;
  const kinds = new Set(referring.map(({ resource }) => resource));
  return relaxed.transaction('r', tablesOf(relaxed, ...kinds), async (tx) => {
    const { find } = await readReferences(tx, referring);
    const unbound = new Map<string, readonly string[]>();
    for (const mutation of referring) {
      const targets = targetsOf(mutation).filter(({ to, id }) => find(to, id)?.serverId === undefined);
      if (targets.length > 0) {
        unbound.set(
          mutation.id,
          targets.map(({ to, id }) => find(to, id)?.localId ?? id),
        );
      }
    }
    const gone = referring.filter((mutation) => targetsOf(mutation).some(({ to, id }) => !find(to, id)));
    return { unbound, gone };
  });
}

/**
 * Parks a change whose reference is gone, after a complete pull of that kind: until then, the record may still come,
 * and nothing is written, because each write wakes the loop.
 */
async function parkUnreferable(context: SyncContext, seen: Mutation): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const lane = await laneOfMutation(tx, seen.id);
    const mutation = lane?.mutations.find(({ id }) => id === seen.id);
    if (!lane || mutation?.state !== 'queued') return;
    const { find } = await readReferences(tx, [mutation]);
    const body: Record<string, string[]> = {};
    for (const { field, to, id } of targetsOf(mutation)) {
      if (find(to, id) || !(await readCollection(tx, to)).complete) continue;
      body[field] = [ownRefusalWords.referenceDeleted(specOf(to).label)];
    }
    if (Object.keys(body).length === 0) return;
    const refusal = { reason: 'rejected', status: 0, body, at: context.clock.now() } as const;
    await changeLane(tx, context, { lane, event: { type: 'refused', seen: mutation, refusal } });
  });
}

async function waitingDeletions(
  context: SyncContext,
  deletions: readonly Mutation[],
  open: readonly Mutation[],
): Promise<string[]> {
  const waiting: string[] = [];
  for (const resource of RECORD_KINDS) {
    const own = deletions.filter((deletion) => deletion.resource === resource);
    if (own.length === 0) continue;
    const holdOf = deletionHolds(open, resource);
    if (!holdOf) continue;
    const records = await context.db.relaxed[resource].bulkGet(own.map(({ localId }) => localId));
    for (const [index, { id, localId, seq }] of own.entries()) {
      const ids = [localId, String(records[index]?.serverId ?? localId)];
      if (holdOf(ids, seq)) waiting.push(id);
    }
  }
  return waiting;
}
