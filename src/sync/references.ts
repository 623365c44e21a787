import { type AppDatabase, type MirrorRecord, type Tx, tablesOf } from '../db/app-database.ts';
import { findRecord } from '../db/mirror.ts';
import { changeMutation } from '../db/outbox.ts';
import type { Mutation } from '../domain/mutation.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../domain/resource-specs.ts';
import { moveIn } from './move.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/**
 * Which waiting changes another record's changes must go before: a create or an update until what it refers
 * to has a server id, a deletion until earlier changes that refer to the record are out of the way. What
 * refers to a record that is gone for good is parked: it could wait for ever.
 */
export async function heldByReferences(
  context: SyncContext,
  open: readonly Mutation[],
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const { relaxed } = context.db;
  for (const mutation of open) {
    if (mutation.state !== 'queued') continue;
    if (mutation.kind === 'delete') {
      if (await isReferredTo(relaxed, mutation, open)) held.add(mutation.id);
    } else if (mutation.deps.length > 0 && !(await isBound(context, mutation))) held.add(mutation.id);
  }
  return held;
}

async function isBound(context: SyncContext, mutation: Mutation): Promise<boolean> {
  const { relaxed } = context.db;
  const targets = await relaxed.transaction('r', tablesOf(relaxed, mutation.resource), (tx) =>
    targetsOf(tx, mutation),
  );
  const gone = targets.filter(({ record }) => !record);
  if (gone.length > 0) await parkUnreferable(context, mutation);
  return targets.every(({ record }) => record?.serverId !== undefined);
}

interface Target {
  readonly field: string;
  readonly noun: string;
  readonly record: MirrorRecord | undefined;
}

async function targetsOf(tx: Tx, mutation: Mutation): Promise<Target[]> {
  const targets: Target[] = [];
  for (const { field, to } of specOf(mutation.resource).references) {
    const id = mutation.fields[field]?.value;
    if (typeof id !== 'string' || id === '') continue;
    targets.push({ field, noun: resourceSpecs[to].label.noun, record: await findRecord(tx, to, id) });
  }
  return targets;
}

/** Parks a change that refers to a record which is neither on this device nor on its way to a server. */
async function parkUnreferable(context: SyncContext, seen: Mutation): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', tablesOf(relaxed, seen.resource), async (tx) => {
    const mutation = await changeMutation(tx, seen, {});
    if (!mutation) return;
    const gone = (await targetsOf(tx, mutation)).filter(({ record }) => !record);
    if (gone.length === 0) return;
    const body = Object.fromEntries(gone.map(({ field, noun }) => [field, [`This ${noun} was deleted.`]]));
    const at = context.clock.now();
    await moveIn(tx, mutation, 'refused', { refusal: { reason: 'rejected', status: 0, body, at } });
  });
}

/** Whether an earlier change of another record, which waits for no person, has to do with a deleted one. */
async function isReferredTo(
  db: AppDatabase,
  deletion: Mutation,
  open: readonly Mutation[],
): Promise<boolean> {
  const earlier = open.filter((other) => other.seq < deletion.seq && other.state !== 'parked');
  if (!earlier.some(({ deps }) => deps.length > 0)) return false;
  const record = await db[deletion.resource].get(deletion.localId);
  const ids = [deletion.localId, String(record?.serverId ?? '')];
  return earlier.some(
    (other) => refersTo(other, deletion.resource) && other.deps.some((id) => ids.includes(id)),
  );
}

function refersTo({ resource }: Mutation, to: ResourceName): boolean {
  return specOf(resource).references.some((reference) => reference.to === to);
}
