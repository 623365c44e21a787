/**
 * The entry of `db`: opens, upgrades and deletes the database of an account. Next, read tables.ts (what is stored) and
 * lane-store.ts (the writer).
 */

import Dexie from 'dexie';
import { ACCOUNT_DATABASE_PREFIX } from '../domain/ids.ts';
import { type Mutation, upcastMutation } from '../outbox/mutation.ts';
import { ownChanges } from '../outbox/seen.ts';
import { Changes, noteWrites } from './change-bus.ts';
import type { MetaRow, RowOf } from './meta-rows.ts';
import { BY_STATUS_AND_DAY } from './mirror-and-outbox.ts';
import { claimOwnership, leaveIfSettled } from './owner.ts';
import type { PageDatabases } from './page-databases.ts';
import { Recheck } from './recheck.ts';
import { type AppDatabase, mirrorTable, type Tx } from './tables.ts';

/**
 * `strict` waits for the disk. It is for saves and check-outs. `relaxed` is for data that the server can send again.
 * Never use both in one transaction.
 */
export interface Databases {
  readonly name: string;
  readonly account: string;
  readonly pageDatabases: PageDatabases;
  readonly strict: AppDatabase;
  readonly relaxed: AppDatabase;
  /** This opening emptied the database. Nothing was lost. */
  readonly wasEmptied: boolean;
  readonly changes: Changes;
  /** Finds writes of other tabs that sent no message. Call it when the user turns to this tab. */
  recheck(): void;
  close(): void;
}

const MIRROR = 'localId, &serverId, position';

/** Not mirrored: the device holds rows that it made, and those of jobs that it opened. */
const ATTACHMENTS = [
  'localId, &serverId, view.customer, view.project, view.estimate, view.work_order',
  'view.sha256, view.thumb_sha256, server.sha256, server.thumb_sha256',
].join();

/**
 * Raise this when a stored shape, the messages between tabs (`change-bus.ts`) or the counter of commits changes. For
 * the shape of a mutation, raise `MUTATION_SCHEMA` too.
 * Builds of one version share the database. A build refuses to open a newer version.
 */
export const VERSION = 9;

/** Upgrades from this version on keep everything. */
const FIRST_RELEASED = 7;
/** Builds from this version on note when a record changed. */
const NOTES_CHANGES = 8;

/** Declared once for all versions: parsing earlier declarations is slower than opening the database. */
const STORES = {
  customers: MIRROR,
  projects: MIRROR,
  estimates: MIRROR,
  workOrders: `${MIRROR}, ${BY_STATUS_AND_DAY}`,
  attachments: ATTACHMENTS,
  files: 'sha256, state',
  fileBytes: 'sha256',
  outbox: '++seq, &id, [resource+localId], state',
  journal: '++n',
  history: '++n, [resource+localId]',
  watches: 'id',
  drafts: 'id',
  imports: 'id, waiting',
  settings: 'key',
  meta: 'key',
};

export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

const emptied = new WeakSet<Dexie>();

export class OlderDataError extends Error {
  override readonly name = 'OlderDataError';
}

/**
 * When another tab deletes or upgrades the database, both connections close for good: by default, Dexie would recreate
 * an empty database.
 * @throws WrongOwnerError, NewerDataError, OlderDataError
 */
export async function openDatabases(
  pageDatabases: PageDatabases,
  { name, account, onClosed }: { name: string; account: string; onClosed: () => void },
): Promise<Databases> {
  const strict = connectDatabase(pageDatabases, name, 'strict');
  const relaxed = connectDatabase(pageDatabases, name, 'relaxed');
  const changes = new Changes(name, VERSION, pageDatabases.openChannel);
  for (const db of [strict, relaxed]) db.use(noteWrites(changes));
  const served = [pageDatabases.serve(strict), pageDatabases.serve(relaxed)];
  const close = (): void => {
    for (const end of served) end();
    changes.close();
    strict.close({ disableAutoOpen: true });
    relaxed.close({ disableAutoOpen: true });
  };
  const shut = (): void => {
    close();
    onClosed();
  };
  try {
    await Promise.all([strict.open(), relaxed.open()]);
    if (isNewer(strict)) throw new NewerDataError();
    changes.received.catchUp(await claimOwnership(strict, account));
  } catch (error) {
    close();
    throw error;
  }
  for (const db of [strict, relaxed]) {
    db.on('versionchange', () => {
      shut();
      return false;
    });
    pageDatabases.keepOpen(db, shut);
  }
  const { clock, log } = pageDatabases;
  const recheck = new Recheck({ db: relaxed, changes, clock, log });
  const mayHaveMissed = (): void => {
    changes.wake();
    recheck.readAll();
  };
  served.push(pageDatabases.follow({ sleep: () => changes.sleep(), mayHaveMissed }), () => recheck.stop());
  const wasEmptied = emptied.has(strict) || emptied.has(relaxed);
  return {
    name,
    account,
    pageDatabases,
    strict,
    relaxed,
    wasEmptied,
    changes,
    recheck: () => recheck.now(),
    close,
  };
}

/** Dexie opens newer databases without an error, and multiplies versions by ten. */
function isNewer(db: Dexie): boolean {
  return db.backendDB().version >= 10 * (VERSION + 1);
}

function connectDatabase(
  { factory, clock }: PageDatabases,
  name: string,
  durability: 'strict' | 'relaxed',
): AppDatabase {
  const options = { chromeTransactionDurability: durability, cache: 'disabled', indexedDB: factory } as const;
  const db = new Dexie(name, options);
  declareVersions(db, clock.now());
  return db as AppDatabase;
}

/**
 * @param now device time in ms
 * @param version for tests
 */
export function declareVersions(db: Dexie, now: number, version = VERSION): void {
  db.version(FIRST_RELEASED).stores(STORES).upgrade(emptyUnlessWork);
  if (version >= NOTES_CHANGES) db.version(NOTES_CHANGES).upgrade((tx) => noteCounting(tx, now));
  db.version(version).upgrade(async (tx) => {
    await noteOwnChanges(tx, await upcastOutbox(tx));
    await noteOldFiles(tx);
  });
}

/** Builds of version 7 kept files without noting that this device has some. */
async function noteOldFiles(tx: Tx): Promise<void> {
  const meta = tx.table<MetaRow, string>('meta');
  if ((await tx.table('files').count()) === 0 || (await meta.get('files'))) return;
  await meta.put({ key: 'files', epoch: 0 });
}

async function noteCounting(tx: Tx, now: number): Promise<void> {
  if (!emptied.has(tx.db)) await tx.table<MetaRow, string>('meta').put({ key: 'countedFrom', at: now });
}

/**
 * Empties a database of an unreleased version, whose shapes no code reads.
 * @throws OlderDataError if it holds work; the database then stays as it was
 */
async function emptyUnlessWork(tx: Tx): Promise<void> {
  for (const table of ['outbox', 'drafts', 'imports'])
    if ((await tx.table(table).count()) > 0) throw new OlderDataError();
  for (const { name } of tx.db.tables) await tx.table(name).clear();
  emptied.add(tx.db);
}

/** @throws OlderDataError if a change cannot be read; the database then stays as it was */
async function upcastOutbox(tx: Tx): Promise<readonly Mutation[]> {
  const outbox = tx.table('outbox');
  const stored: Parameters<typeof upcastMutation>[0][] = await outbox.toArray();
  const changes = stored.flatMap((row) => upcastMutation(row) ?? []);
  if (changes.length < stored.length) throw new OlderDataError();
  await outbox.bulkPut(changes);
  return changes;
}

/** Builds before version 8 did not keep this device's changes beside the record. */
async function noteOwnChanges(tx: Tx, changes: readonly Mutation[]): Promise<void> {
  for (const { resource, localId } of changes) {
    const record = await mirrorTable(tx, resource).get(localId);
    if (!record || record.own) continue;
    const theirs = changes.filter((one) => one.resource === resource && one.localId === localId);
    const own = ownChanges(theirs, undefined, null);
    if (own) await mirrorTable(tx, resource).put({ ...record, own });
  }
}

export function newDatabaseName(id: string): string {
  return ACCOUNT_DATABASE_PREFIX + id;
}

export async function databaseNames(): Promise<string[]> {
  const all = (await indexedDB.databases?.()) ?? [];
  return all.map(({ name = '' }) => name).filter((name) => name.startsWith(ACCOUNT_DATABASE_PREFIX));
}

/**
 * Returns false if the database holds unsent, unanswered or unsaved work. May wait for a sleeping tab.
 * @param onUnread called before the deletion if nobody has read that the browser removed data before
 */
export async function deleteIfSettled(
  pageDatabases: PageDatabases,
  name: string,
  onUnread: (evicted: RowOf<'evicted'>) => void = () => undefined,
): Promise<boolean> {
  const db = connectDatabase(pageDatabases, name, 'strict');
  const end = pageDatabases.serve(db);
  try {
    if (!(await leaveIfSettled(db))) return false;
    const evicted = await db.meta.get('evicted');
    if (evicted) onUnread(evicted);
  } finally {
    end();
    db.close({ disableAutoOpen: true });
  }
  await new Dexie(name, { addons: [], indexedDB: pageDatabases.factory }).delete();
  return true;
}
