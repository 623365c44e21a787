import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { unsentPosition } from '../outbox/mirror-record.ts';
import type { Databases } from './app-database.ts';
import { notWhole } from './collection-row.ts';
import { dropRecords } from './lane-store.ts';
import { readCollection, writeMeta } from './meta-rows.ts';
import { allMutations } from './mirror-and-outbox.ts';
import type { JournalEntry } from './past-changes.ts';
import { draftTable, mirrorTable, type Tx, tablesOf } from './tables.ts';

/**
 * Drops records whose create has left the outbox, but which have no row of the server. While Firefox asks whether to
 * leave a page, it commits what a transaction has written so far, so half of a confirmation may be stored. Reading the
 * list again brings the record, under another local id. So a record that a waiting change or a draft names stays.
 */
export async function dropLeftovers({ strict, relaxed }: Databases): Promise<number> {
  let count = 0;
  for (const resource of RESOURCE_NAMES) {
    const found = await relaxed.transaction('r', [...tablesOf(relaxed, resource), relaxed.drafts], (tx) =>
      leftovers(tx, resource),
    );
    if (found.length === 0) continue;
    await strict.transaction('rw', [...tablesOf(strict, resource), strict.drafts], async (tx) => {
      const localIds = await leftovers(tx, resource);
      await dropRecords(tx, resource, localIds);
      await writeMeta(tx, notWhole(await readCollection(tx, resource)));
    });
    count += found.length;
  }
  return count;
}

async function leftovers(tx: Tx, resource: ResourceName): Promise<string[]> {
  const unsent = await mirrorTable(tx, resource)
    .where('position')
    .aboveOrEqual(unsentPosition(0))
    .primaryKeys();
  if (unsent.length === 0) return [];
  const changes = (await allMutations(tx)).flatMap(({ localId, deps }) => [localId, ...deps]);
  const drafts = (await draftTable(tx).toArray()).flatMap(({ localId, fields }) => [
    localId,
    ...Object.values(fields),
  ]);
  const named = new Set([...changes, ...drafts].map(String));
  const changeless = new Set(unsent.filter((localId) => !named.has(localId)));
  if (changeless.size === 0) return [];
  const left = await tx
    .table<JournalEntry, number>('journal')
    .filter(
      (entry) => entry.kind === 'create' && entry.resource === resource && changeless.has(entry.localId),
    )
    .toArray();
  return [...new Set(left.map(({ localId }) => localId))];
}
