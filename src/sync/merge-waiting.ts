import type { Tx } from '../db/app-database.ts';
import { changeMutation, mutationsOf } from '../db/outbox.ts';
import { withServerReferences } from '../db/references.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { type Merged, merge } from '../outbox/merge.ts';
import type { MirrorRecord } from '../outbox/mirror-record.ts';
import type { FieldChanges, Mutation, ServerRefusal } from '../outbox/mutation.ts';
import { sameFields } from '../outbox/server-copy.ts';

/**
 * Merges a waiting change with the server's copy of its record. References compare by what they refer to,
 * whichever of its ids either side has.
 * @param before the server copy that was known before; null compares the changed fields alone
 */
export async function mergeWaiting(
  tx: Tx,
  { resource, fields: mine }: Pick<Mutation, 'resource' | 'fields'>,
  before: Fields | null,
  theirs: Fields,
): Promise<Merged> {
  const merged = merge({
    mine: await withServerReferences(tx, resource, mine),
    before,
    theirs,
    groups: specOf(resource).mergeGroups,
  });
  const kept = Object.entries(mine).filter(([field]) => field in merged.fields);
  return { fields: Object.fromEntries(kept), conflicts: merged.conflicts };
}

/**
 * Keeps for a record's changes what they were made over, where the server's copy of now takes its place: each is merged
 * with what has changed since when its turn comes.
 * @param merged the change that is merged with the copy of now already, and what is left of it: what is not, the server
 * has from this device, and nobody else has changed it
 */
export async function keepMadeOver(
  tx: Tx,
  resource: ResourceName,
  { localId, server }: Pick<MirrorRecord, 'localId' | 'server'>,
  theirs: Fields,
  merged?: { readonly change: Mutation; readonly fields: FieldChanges },
): Promise<void> {
  const arrived = Object.keys(merged?.change.fields ?? {}).filter(
    (field) => !(field in (merged?.fields ?? {})),
  );
  const settled = Object.fromEntries(arrived.map((field) => [field, theirs[field] ?? null]));
  for (const waiting of await mutationsOf(tx, resource, localId)) {
    const before = waiting.madeOver ?? server;
    if (waiting.kind !== 'update' || waiting.id === merged?.change.id || !before) continue;
    const madeOver = { ...before, ...settled };
    if (waiting.madeOver || !sameFields(madeOver, theirs)) await changeMutation(tx, waiting, { madeOver });
  }
}

/** Why a change waits that met one of the server's: `fields` are those that both changed. */
export function conflictOver(
  fields: readonly string[],
  before: Fields | null,
  theirs: Fields,
  at: number,
): ServerRefusal {
  return { reason: 'conflict', status: 0, body: null, at, conflict: { fields, before, theirs } };
}
