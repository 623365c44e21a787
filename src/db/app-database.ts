import Dexie from 'dexie';
import { ACCOUNT_DATABASE_PREFIX } from '../domain/ids.ts';
import { isReadable, type StoredMutation, upcastMutation } from '../outbox/mutation.ts';
import { Changes } from './change-bus.ts';
import { BY_STATUS_AND_DAY } from './mirror.ts';
import { noteWrites } from './note-writes.ts';
import { claimOwnership, leaveIfSettled } from './owner.ts';
import type { PageDatabases } from './page-databases.ts';
import { Recheck } from './recheck.ts';
import { moveOldSettings } from './settings-store.ts';
import type { AppDatabase, Tx } from './tables.ts';

/**
 * Two connections to one database. `strict` waits until the disk has it: what a person saved, and the mark
 * before a request. `relaxed` does not: what the server can tell again. Never both in one transaction.
 */
export interface Databases {
  readonly name: string;
  /** Key of the account whose they are. */
  readonly account: string;
  /** The page that has opened them. */
  readonly pageDatabases: PageDatabases;
  readonly strict: AppDatabase;
  readonly relaxed: AppDatabase;
  /** True if this opening has emptied a database of an earlier version: nothing was lost. */
  readonly wasEmptied: boolean;
  /** Tells of what any tab writes through either connection. */
  readonly changes: Changes;
  /** Finds what another tab has written and not told; for when a person turns to this one. */
  recheck(): void;
  close(): void;
}

const MIRROR = 'localId, &serverId, position';

/**
 * To be raised whenever a stored shape changes, that of a mutation included (`MUTATION_SCHEMA`), the messages between tabs
 * (`changes.ts`) or what the counter of commits counts. As long as the versions are equal, an earlier build can open the
 * database again, also beside this one. A build does not open a newer version: it sends and deletes nothing then, and asks
 * for a reload. No version has been released yet.
 */
export const VERSION = 7;

/**
 * The tables of this version alone: a device may come from any before it, and Dexie adds what a database lacks. It would parse
 * each version that is declared again with every later one, which takes a phone longer than to open the database.
 */
const STORES = {
  customers: MIRROR,
  projects: MIRROR,
  estimates: MIRROR,
  workOrders: `${MIRROR}, ${BY_STATUS_AND_DAY}`,
  outbox: '++seq, &id, [resource+localId], state',
  journal: '++n',
  history: '++n, [resource+localId]',
  watches: 'id',
  drafts: 'id',
  imports: 'id, waiting',
  settings: 'key',
  meta: 'key',
};

/** A newer version of the app has upgraded the database: this one does not know what is stored in it. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError';
}

/** Connections whose opening has emptied the database. */
const emptied = new WeakSet<Dexie>();

/** An earlier version of the app has stored work in the database that this one cannot read. */
export class OlderDataError extends Error {
  override readonly name = 'OlderDataError';
}

/**
 * Opens (or makes) the database of `account`. When another tab deletes or upgrades it, both connections shut for
 * good and `onClosed` is called: with Dexie's default the next query would make it again, empty.
 * @throws WrongOwnerError when the database is another account's
 * @throws NewerDataError when a newer version of the app has upgraded it
 * @throws OlderDataError when an earlier version has left work in it that this one cannot read
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
    await claimOwnership(strict, account);
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
    recheck.restart();
    changes.wake();
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

/** Dexie opens a database of any version where it is newer than was asked for, and counts ten of the browser's to one. */
function isNewer(db: Dexie): boolean {
  return db.backendDB().version >= 10 * (VERSION + 1);
}

function connectDatabase(
  { factory }: PageDatabases,
  name: string,
  durability: 'strict' | 'relaxed',
): AppDatabase {
  const options = { chromeTransactionDurability: durability, cache: 'disabled', indexedDB: factory } as const;
  const db = new Dexie(name, options);
  db.version(VERSION).stores(STORES).upgrade(bringUpToDate);
  return db as AppDatabase;
}

/**
 * Empties a database that an earlier version left without work of a person: the server tells the rest again. Versions before 7
 * were never released, and nothing reads what they stored. Changes of later ones are brought to today's shape.
 * @throws OlderDataError where work in it cannot be read; the database then stays as it was
 */
async function bringUpToDate(tx: Tx): Promise<void> {
  const outbox = tx.table<StoredMutation>('outbox');
  const changes = await outbox.toArray();
  const kept = (await tx.table('drafts').count()) + (await tx.table('imports').count());
  if (kept > 0 || !changes.every((row) => isReadable(row))) throw new OlderDataError();
  if (changes.length === 0) {
    // Settings of early builds are told by no server, and are moved from here (`kept-settings.ts`).
    for (const { name } of tx.db.tables) if (name !== 'settings') await tx.table(name).clear();
    emptied.add(tx.db);
  }
  await outbox.bulkPut(changes.map((row) => upcastMutation(row) as unknown as StoredMutation));
}

/** A name for the database of an account that is new on this device. */
export function newDatabaseName(id: string): string {
  return ACCOUNT_DATABASE_PREFIX + id;
}

/** The accounts' databases on this device; none where a browser does not tell. */
export async function databaseNames(): Promise<string[]> {
  const all = (await indexedDB.databases?.()) ?? [];
  return all.map(({ name = '' }) => name).filter((name) => name.startsWith(ACCOUNT_DATABASE_PREFIX));
}

/**
 * Deletes an account's database, and says whether it did: not while anything in it waits for the server or for a person,
 * nor with a form that is not saved or an import that is not finished. Resolves when it is gone: later than usual where a
 * tab that is asleep still has it open.
 * @param account whose settings are to outlive it; undefined where that is nobody's
 */
export async function deleteIfSettled(
  pageDatabases: PageDatabases,
  name: string,
  account: string | undefined,
): Promise<boolean> {
  const db = connectDatabase(pageDatabases, name, 'strict');
  const end = pageDatabases.serve(db);
  try {
    if (!(await leaveIfSettled(db))) return false;
    // An earlier build kept them there, and no engine of this one may have run since.
    if (account !== undefined) await moveOldSettings({ pageDatabases, account }, db);
  } finally {
    end();
    db.close({ disableAutoOpen: true });
  }
  await new Dexie(name, { addons: [], indexedDB: pageDatabases.factory }).delete();
  return true;
}
