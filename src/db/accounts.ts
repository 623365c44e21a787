import Dexie, { type Table } from 'dexie';

/** One account that has used this device. */
export interface AccountRow {
  /** '{API origin}|{user id}', or '{API origin}|name:{name typed}' while the server did not say the id. */
  readonly key: string;
  /** The key that the account's changes carry: the first one that it was known by. */
  readonly account: string;
  readonly origin: string;
  readonly username: string;
  readonly databaseName: string;
  /** Logged out with nothing left to send: the database is being removed from the device. */
  readonly leaving?: true;
}

const NAME = 'restoration-crm-accounts';

/** Finds, or notes, the database of an account. */
export interface Accounts {
  /**
   * @param userId what the server calls the user; null when it did not say, then the name typed decides.
   * Data that was kept under the name alone stays the account's when the id becomes known.
   */
  open(user: {
    readonly origin: string;
    readonly userId: string | null;
    /** As the server spells it, else as typed. */
    readonly username: string;
  }): Promise<AccountRow>;
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
 * The small database that all accounts of a device share, so that the right one opens when the server
 * cannot say who is signed in.
 */
export function createAccounts(newDatabaseName: () => string): Accounts {
  return {
    open: ({ origin, userId, username }) =>
      withAccounts(async (accounts) => {
        const named = `${origin}|name:${username}`;
        const key = userId === null ? named : `${origin}|${userId}`;
        const byName =
          userId === null
            ? await accounts.where('[origin+username]').equals([origin, username]).first()
            : await accounts.get(named);
        const known = (await accounts.get(key)) ?? byName;
        const row: AccountRow = known
          ? { ...stays(known), key: userId === null ? known.key : key, username }
          : { key, account: key, origin, username, databaseName: newDatabaseName() };
        // Once the id is known, the name alone opens this account's data for nobody else.
        if (userId !== null) await accounts.delete(named);
        await accounts.put(row);
        return row;
      }),
    markLeaving: (databaseName) =>
      withAccounts(async (accounts) => {
        for (const row of await rowsOf(accounts, databaseName)) await accounts.put({ ...row, leaving: true });
      }),
    leaving: () => withAccounts((accounts) => accounts.filter((row) => row.leaving === true).toArray()),
    unknown: (databaseNames) =>
      withAccounts(async (accounts) => {
        const known = new Set((await accounts.toArray()).map((row) => row.databaseName));
        return databaseNames.filter((name) => !known.has(name));
      }),
    endLeaving: (databaseName, removed) =>
      withAccounts(async (accounts) => {
        for (const row of await rowsOf(accounts, databaseName)) {
          // Signed in again meanwhile, it leaves no more.
          if (!row.leaving) continue;
          if (removed) await accounts.delete(row.key);
          else await accounts.put(stays(row));
        }
      }),
  };
}

async function withAccounts<T>(work: (accounts: Table<AccountRow, string>) => Promise<T>): Promise<T> {
  const db = new Dexie(NAME, { cache: 'disabled' });
  db.version(1).stores({ accounts: 'key, [origin+username]' });
  const accounts: Table<AccountRow, string> = db.table('accounts');
  try {
    return await db.transaction('rw', accounts, () => work(accounts));
  } finally {
    db.close();
  }
}

/** Few devices know more than a handful of accounts. */
function rowsOf(accounts: Table<AccountRow, string>, databaseName: string): Promise<AccountRow[]> {
  return accounts.filter((row) => row.databaseName === databaseName).toArray();
}

function stays({ key, account, origin, username, databaseName }: AccountRow): AccountRow {
  return { key, account, origin, username, databaseName };
}
