import type { Transaction as Tx } from 'dexie';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { type CollectionRow, notWhole } from './collection-row.ts';
import { readRow, writeMeta } from './meta-rows.ts';

/** The keys of the collections' rows, in the order of their names. */
export const COLLECTION_KEYS = RESOURCE_NAMES.map((name) => `collection:${name}` as const);

const BLANK_COLLECTION: Omit<CollectionRow, 'key'> = {
  generation: 0,
  orderBy: null,
  firstSeen: 0,
  removed: [],
  restUntil: 0,
  pulledAt: null,
  complete: false,
  error: null,
  absence: null,
};

/** The collection's row, or a blank one where nothing was ever pulled. */
export async function readCollection(tx: Tx, resource: ResourceName): Promise<CollectionRow> {
  const key = `collection:${resource}` as const;
  return { key, ...BLANK_COLLECTION, ...(await readRow(tx, key)) };
}

/** The same, of a collection that is still to be read. */
export async function wantWholePull(tx: Tx, resource: ResourceName): Promise<void> {
  await writeMeta(tx, notWhole(await readCollection(tx, resource)));
}
