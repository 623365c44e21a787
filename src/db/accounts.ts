import Dexie, { type Table, type Transaction } from 'dexie';
import type { PageDatabases } from './page-databases.ts';

/** One account that has used this device. */
export interface AccountRow {
  /**
   * '{API origin}|{user id}', or '{API origin}|name:{name typed}' where the server did not say the id when it
   * first signed in. Its changes carry it for good.
   */
  readonly key: string;
  readonly origin: string;
  /** What the server calls the user; null while it has not said. */
  readonly userId: string | null;
  /** The user that its tokens name; null where they name none. Need not be `userId`. */
  readonly subject: string | null;
  /** Names it has signed in with, and the server's spelling of them. */
  readonly names: readonly string[];
  readonly username: string;
  readonly databaseName: string;
  /** Logged out with nothing left to send: the database is being removed from the device. */
  readonly leaving: boolean;
}

/** What is known of somebody who has just signed in. */
export interface SignedInUser {
  readonly origin: string;
  /** What the server calls the user; null when it did not say. */
  readonly userId: string | null;
  /** The user that the tokens name; null where they name none. */
  readonly subject: string | null;
  /** As the server spells it; null when it did not say. */
  readonly username: string | null;
  readonly typed: string;
}

const NAME = 'restoration-crm-accounts';

/** Finds, or notes, the database of an account. */
export interface Accounts {
  /**
   * The account of somebody who signed in: by what the server calls the user, else by what the tokens name,
   * else by the name typed. What was kept under less stays the account's when more becomes known.
   * @param approve is shown the account's key before anything is written; what it throws leaves all as it was
   */
  open(user: SignedInUser, approve?: (key: string) => void): Promise<AccountRow>;
  /** Notes an account whose database is about to be opened: it leaves no more, and is not forgotten. */
  keep(
    account: Pick<AccountRow, 'key' | 'username' | 'databaseName' | 'userId'>,
    origin: string,
  ): Promise<void>;
  /** Notes what the server calls the user of an account that was known by less. */
  learn(key: string, userId: string): Promise<void>;
  /** Notes that a database should be removed, so that a page that dies over it leaves nothing for good. */
  markLeaving(databaseName: string): Promise<void>;
  /** What was marked and neither removed nor opened since. */
  leaving(): Promise<AccountRow[]>;
  /** Those of `databaseNames` that belong to no account of this device. */
  unknown(databaseNames: readonly string[]): Promise<string[]>;
  /** Ends a removal: the account is forgotten with its database, or stays, since something in it waits. */
  endLeaving(databaseName: string, removed: boolean): Promise<void>;
}

/**
 * Works with one table of the small database that all accounts of a device share: the accounts themselves, and the
 * settings, which outlive a log-out.
 */
export async function inAccountsDatabase<T>(
  pageDatabases: PageDatabases,
  { table, mode = 'rw' }: { readonly table: 'accounts' | 'settings'; readonly mode?: 'r' | 'rw' },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  // Written through: without its row, an account's database and all that waits in it would be found by nobody.
  const db = new Dexie(NAME, {
    chromeTransactionDurability: 'strict',
    cache: 'disabled',
    indexedDB: pageDatabases.factory,
  });
  db.version(2).stores({ accounts: 'key', settings: 'account' });
  const end = pageDatabases.serve(db);
  try {
    return await db.transaction(mode, table, work);
  } finally {
    end();
    db.close();
  }
}

/** Keeps the accounts, so that the right one opens when the server cannot say who is signed in. */
export function createAccounts(pageDatabases: PageDatabases, newDatabaseName: () => string): Accounts {
  const withAccounts = <T>(
    work: (accounts: Table<AccountRow, string>) => Promise<T>,
    mode: 'r' | 'rw' = 'rw',
  ): Promise<T> =>
    inAccountsDatabase(pageDatabases, { table: 'accounts', mode }, (tx) => work(tx.table('accounts')));

  return {
    open: (user, approve) =>
      withAccounts(async (accounts) => {
        const rows = await accounts.filter((row) => row.origin === user.origin).toArray();
        const known = rows.find((row) => isSure(row, user)) ?? rows.find((row) => mayBe(row, user));
        const key = known?.key ?? newKey(user, rows);
        approve?.(key);
        const names = [user.typed, ...(user.username === null ? [] : [user.username])];
        const row: AccountRow = {
          key,
          origin: user.origin,
          userId: user.userId ?? known?.userId ?? null,
          subject: user.subject ?? known?.subject ?? null,
          names: [...new Set([...(known?.names ?? []), ...names])],
          username: user.username ?? known?.username ?? user.typed,
          databaseName: known?.databaseName ?? newDatabaseName(),
          leaving: false,
        };
        await accounts.put(row);
        return row;
      }),
    keep: async ({ key, username, databaseName, userId }, origin) => {
      // On nearly every start it is as it should be, and nobody waits for the disk.
      const isKept = await withAccounts(
        async (accounts) => (await accounts.get(key))?.leaving === false,
        'r',
      );
      if (isKept) return;
      await withAccounts(async (accounts) => {
        const blank = { key, origin, userId, subject: null, names: [username], username, databaseName };
        await accounts.put({ ...((await accounts.get(key)) ?? blank), leaving: false });
      });
    },
    learn: (key, userId) =>
      withAccounts(async (accounts) => {
        const row = await accounts.get(key);
        if (row && row.userId === null) await accounts.put({ ...row, userId });
      }),
    markLeaving: (databaseName) =>
      withAccounts(async (accounts) => {
        for (const row of await rowsOf(accounts, databaseName)) await accounts.put({ ...row, leaving: true });
      }),
    leaving: () => withAccounts((accounts) => accounts.filter((row) => row.leaving).toArray(), 'r'),
    unknown: (databaseNames) =>
      withAccounts(async (accounts) => {
        const known = new Set((await accounts.toArray()).map((row) => row.databaseName));
        return databaseNames.filter((name) => !known.has(name));
      }, 'r'),
    endLeaving: (databaseName, removed) =>
      withAccounts(async (accounts) => {
        for (const row of await rowsOf(accounts, databaseName)) {
          // Signed in again meanwhile, it leaves no more.
          if (!row.leaving) continue;
          if (removed) await accounts.delete(row.key);
          else await accounts.put({ ...row, leaving: false });
        }
      }),
  };
}

/** Few devices know more than a handful of accounts. */
function rowsOf(accounts: Table<AccountRow, string>, databaseName: string): Promise<AccountRow[]> {
  return accounts.filter((row) => row.databaseName === databaseName).toArray();
}

function isSure(row: AccountRow, { userId, subject }: SignedInUser): boolean {
  if (userId !== null && row.userId !== null) return row.userId === userId;
  return subject !== null && row.subject === subject;
}

/** By the name alone, where nothing speaks against it: a name may have gone to somebody else. */
function mayBe(row: AccountRow, { userId, subject, username, typed }: SignedInUser): boolean {
  if (userId !== null && row.userId !== null) return false;
  if (subject !== null && row.subject !== null) return false;
  return row.names.includes(typed) || (username !== null && row.names.includes(username));
}

function newKey({ origin, userId, subject, typed }: SignedInUser, rows: readonly AccountRow[]): string {
  const wanted = `${origin}|${userId ?? subject ?? `name:${typed}`}`;
  let key = wanted;
  for (let n = 2; rows.some((row) => row.key === key); n += 1) key = `${wanted}#${n}`;
  return key;
}
