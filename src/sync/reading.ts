import { type CollectionRow, readCollection, writeMeta } from '../db/meta.ts';
import type { ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { assertOwner, type SyncContext } from './sync-context.ts';

/** Answers the collection's generation now: what is confirmed from here on is newer than what is read. */
export async function beginReading(context: SyncContext, resource: ResourceName): Promise<number> {
  return (await beginAll(context, [resource])).get(resource) ?? 0;
}

/** The same for all collections, before one answer that may tell of any of them. */
export function beginReadings(context: SyncContext): Promise<ReadonlyMap<ResourceName, number>> {
  return beginAll(context, RESOURCE_NAMES);
}

async function beginAll(
  { db: { relaxed } }: SyncContext,
  resources: readonly ResourceName[],
): Promise<ReadonlyMap<ResourceName, number>> {
  return relaxed.transaction('rw', relaxed.meta, async (tx) => {
    const generations = new Map<ResourceName, number>();
    for (const resource of resources) {
      const row = await readCollection(tx, resource);
      if (row.removed.length > 0) await writeMeta(tx, { ...row, removed: [] });
      generations.set(resource, row.generation);
    }
    return generations;
  });
}

/** Changes what is known of collections, in one transaction. */
export async function note(
  context: SyncContext,
  resources: readonly ResourceName[],
  change: (row: CollectionRow, resource: ResourceName) => Partial<CollectionRow>,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    for (const resource of resources) {
      const row = await readCollection(tx, resource);
      await writeMeta(tx, { ...row, ...change(row, resource) });
    }
  });
}
