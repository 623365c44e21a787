import Dexie, { type Table, type Transaction } from 'dexie';
import type { PageDatabases } from './page-databases.ts';

export interface AccountRow {
  /**
   * '{API origin}|{user id}', or '{API origin}|name:{typed name}' if no id was known at the first sign-in. Never
   * changes, because mutations carry it.
   */
  readonly key: string;
  readonly origin: string;
  /** Null until the server has sent it. */
  readonly userId: string | null;
  /** The user that the tokens name. May differ from `userId`. */
  readonly subject: string | null;
  readonly names: readonly string[];
  readonly username: string;
  readonly databaseName: string;
  /** The account's database is being removed. */
  readonly leaving: boolean;
}

export interface SignedInUser {
  readonly origin: string;
  readonly userId: string | null;
  readonly subject: string | null;
  readonly username: string | null;
  readonly typed: string;
}

const NAME = 'restoration-crm-accounts';

export interface Accounts {
  /**
   * Finds the account by the server's id, else by the tokens, else by the typed name. An account keeps its key when its
   * id becomes known.
   * @param approve may throw to prevent the write
   */
  open(user: SignedInUser, approve?: (key: string) => void): Promise<AccountRow>;
  /** Adds an account, or cancels its removal. */
  keep(
    account: Pick<AccountRow, 'key' | 'username' | 'databaseName' | 'userId'>,
    origin: string,
  ): Promise<void>;
  learn(key: string, userId: string): Promise<void>;
  of(key: string): Promise<AccountRow | undefined>;
  /** If this page dies, the next start deletes the database. */
  markLeaving(databaseName: string): Promise<void>;
  leaving(): Promise<AccountRow[]>;
  unknown(databaseNames: readonly string[]): Promise<string[]>;
  endLeaving(databaseName: string, removed: boolean): Promise<void>;
}

/** All accounts share this database. Its settings outlive a logout. */
export async function inAccountsDatabase<T>(
  pageDatabases: PageDatabases,
  { table, mode = 'rw' }: { readonly table: 'accounts' | 'settings'; readonly mode?: 'r' | 'rw' },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  // Strict: without its row, an account's database and unsent work cannot be found.
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
      // Usually, the read avoids a write, which would wait for the disk.
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
    of: (key) => withAccounts((accounts) => accounts.get(key), 'r'),
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
          if (!row.leaving) continue;
          if (removed) await accounts.delete(row.key);
          else await accounts.put({ ...row, leaving: false });
        }
      }),
  };
}

function rowsOf(accounts: Table<AccountRow, string>, databaseName: string): Promise<AccountRow[]> {
  return accounts.filter((row) => row.databaseName === databaseName).toArray();
}

function isSure(row: AccountRow, { userId, subject }: SignedInUser): boolean {
  if (userId !== null && row.userId !== null) return row.userId === userId;
  return subject !== null && row.subject === subject;
}

/** Ignores a name if an id contradicts it: the name may now belong to another user. */
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
