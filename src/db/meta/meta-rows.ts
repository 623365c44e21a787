import type { PromiseExtended, Table, Transaction as Tx } from 'dexie';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import { type CollectionRow, notWhole } from './collection-row.ts';
import type { MetaRow } from './row-types.ts';

/** The type of the row with this key. */
type RowOf<K extends MetaRow['key'], R = MetaRow> = R extends { readonly key: infer Own }
  ? K extends Own
    ? R
    : never
  : never;

/** The table, whose keys tell what a row is. */
export type MetaTable = {
  get<K extends MetaRow['key']>(key: K): PromiseExtended<RowOf<K> | undefined>;
  bulkGet<const K extends readonly MetaRow['key'][]>(
    keys: K,
  ): PromiseExtended<{ -readonly [I in keyof K]: RowOf<K[I]> | undefined }>;
} & Table<MetaRow, string>;

/** All rows of the table, as one moment saw them. */
export class MetaRows {
  readonly #rows: ReadonlyMap<string, MetaRow>;

  constructor(rows: readonly MetaRow[]) {
    this.#rows = new Map(rows.map((row) => [row.key, row]));
  }

  get<K extends MetaRow['key']>(key: K): RowOf<K> | undefined {
    return this.#rows.get(key) as RowOf<K> | undefined;
  }
}

/** Reads the whole table: it has a few rows, and one read takes the time of one `get`. */
export async function readMeta(tx: Tx): Promise<MetaRows> {
  return new MetaRows(await tx.table<MetaRow, string>('meta').toArray());
}

export async function readRow<K extends MetaRow['key']>(tx: Tx, key: K): Promise<RowOf<K> | undefined> {
  return (await tx.table<MetaRow, string>('meta').get(key)) as RowOf<K> | undefined;
}

export async function writeMeta(tx: Tx, row: MetaRow): Promise<void> {
  await tx.table<MetaRow, string>('meta').put(row);
}

/** The keys of the collections' rows, in the order of their names. */
export const COLLECTION_KEYS = RESOURCE_NAMES.map((name) => `collection:${name}` as const);

const BLANK_COLLECTION: Omit<CollectionRow, 'key'> = {
  generation: 0,
  orderBy: null,
  firstSeen: 0,
  removed: [],
  cooldownUntil: 0,
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
