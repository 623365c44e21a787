import type { Tx } from '../db/app-database.ts';
import { withServerReferences } from '../db/references.ts';
import type { Mutation, ServerRefusal } from '../domain/mutation.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import { type Merged, merge } from './merge.ts';

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

/** Why a change waits that met one of the server's: `fields` are those that both changed. */
export function conflictOver(
  fields: readonly string[],
  before: Fields | null,
  theirs: Fields,
  at: number,
): ServerRefusal {
  return { reason: 'conflict', status: 0, body: null, at, conflict: { fields, before, theirs } };
}
