import type { MirrorRecord, Tx } from '../db/app-database.ts';
import { changeMutation, mutationsOf } from '../db/outbox.ts';
import { withServerReferences } from '../db/references.ts';
import type { Mutation, ServerRefusal } from '../domain/mutation.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { type Merged, merge } from './merge.ts';
import { sameFields } from './server-copy.ts';

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
 * @param merged a change that is merged with the copy of now already
 */
export async function keepMadeOver(
  tx: Tx,
  resource: ResourceName,
  { localId, server }: Pick<MirrorRecord, 'localId' | 'server'>,
  theirs: Fields,
  merged?: Mutation,
): Promise<void> {
  if (!server || sameFields(server, theirs)) return;
  for (const waiting of await mutationsOf(tx, resource, localId)) {
    if (waiting.kind !== 'update' || waiting.madeOver || waiting.id === merged?.id) continue;
    await changeMutation(tx, waiting, { madeOver: server });
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
