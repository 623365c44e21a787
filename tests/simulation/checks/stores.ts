import type { IDBFactory } from 'fake-indexeddb';
import type { CollectionRow } from '../../../src/db/collection-row.ts';
import type { MetaRow } from '../../../src/db/meta-rows.ts';
import type { HistoryEntry } from '../../../src/db/past-changes.ts';
import type { FileBytes, FileRow, PhotoListRow, SettingRow } from '../../../src/db/tables.ts';
import { ACCOUNT_DATABASE_PREFIX } from '../../../src/domain/ids.ts';
import type { RecordKind } from '../../../src/domain/resource-spec.ts';
import type { DuplicateWatch } from '../../../src/outbox/match-create.ts';
import type { MirrorRecord } from '../../../src/outbox/mirror-record.ts';
import type { Mutation } from '../../../src/outbox/mutation.ts';
import { type RawDatabase, storedIn } from '../machine/raw-database.ts';
import { databasesOn } from '../machine/tab-databases.ts';

/** One account's database on a device's disk. */
export interface Stores {
  readonly name: string;
  readonly outbox: readonly Mutation[];
  readonly meta: ReadonlyMap<string, MetaRow>;
  readonly watches: readonly DuplicateWatch[];
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
  mirror(resource: RecordKind): ReadonlyMap<string, MirrorRecord>;
  /** By name. */
  files(): ReadonlyMap<string, FileRow>;
  bytes(): ReadonlyMap<string, ArrayBuffer>;
  photoLists(): ReadonlyMap<string, PhotoListRow>;
}

export function accountStores(device: InstanceType<typeof IDBFactory>): Stores[] {
  const all = [...databasesOn(device).values()];
  return all.filter(({ name }) => name.startsWith(ACCOUNT_DATABASE_PREFIX)).map(storesOf);
}

export function storesOf(database: RawDatabase): Stores {
  const outbox = storedIn(database, 'outbox') as readonly Mutation[];
  const mirrors = new Map<RecordKind, ReadonlyMap<string, MirrorRecord>>();
  return {
    name: database.name,
    outbox,
    watches: storedIn(database, 'watches') as readonly DuplicateWatch[],
    history: storedIn(database, 'history') as readonly HistoryEntry[],
    meta: new Map((storedIn(database, 'meta') as readonly MetaRow[]).map((row) => [row.key, row])),
    files: () => byName(storedIn(database, 'files') as readonly FileRow[], (file) => file),
    bytes: () => byName(storedIn(database, 'fileBytes') as readonly FileBytes[], ({ bytes }) => bytes),
    photoLists: () => {
      const settings = storedIn(database, 'settings') as readonly SettingRow[];
      const lists = settings.filter((row): row is PhotoListRow => row.key.startsWith('photoList:'));
      return new Map(lists.map((list) => [list.key, list]));
    },
    mirror: (resource) => {
      const known = mirrors.get(resource);
      if (known) return known;
      const records = storedIn(database, resource) as readonly MirrorRecord[];
      const mirror = new Map(records.map((record) => [record.localId, record]));
      mirrors.set(resource, mirror);
      return mirror;
    },
  };
}

function byName<T extends { readonly sha256: string }, V>(
  rows: readonly T[],
  valueOf: (row: T) => V,
): ReadonlyMap<string, V> {
  return new Map(rows.map((row) => [row.sha256, valueOf(row)]));
}

/** Returns null before the owner is stored. */
export function ownerOf({ meta }: Stores): string | null {
  const row = meta.get('owner');
  return row && 'account' in row ? row.account : null;
}

export function collectionOf({ meta }: Stores, resource: RecordKind): CollectionRow | undefined {
  return meta.get(`collection:${resource}`) as CollectionRow | undefined;
}

/** In order of acceptance. */
export function changesOf({ outbox }: Stores, resource: RecordKind, localId: string): Mutation[] {
  return outbox.filter((mutation) => mutation.resource === resource && mutation.localId === localId);
}
