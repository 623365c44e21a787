import Dexie, { type Table } from 'dexie';

/** One account that has used this device. */
export interface AccountRow {
  /** '{API origin}|{user id}' */
  readonly key: string;
  readonly origin: string;
  readonly username: string;
  readonly databaseName: string;
}

const NAME = 'restoration-crm-accounts';

/** Finds, or notes, the database of an account. */
export interface Accounts {
  /** @param userId what the server calls the user; null when it did not say, then the name typed decides */
  open(user: { origin: string; userId: string | null; username: string }): Promise<AccountRow>;
}

/**
 * The small database that all accounts of a device share, so that the right one opens when the server
 * cannot say who is signed in.
 */
export function createAccounts(newDatabaseName: () => string): Accounts {
  return {
    open: async ({ origin, userId, username }) => {
      const db = new Dexie(NAME, { cache: 'disabled' });
      db.version(1).stores({ accounts: 'key, [origin+username]' });
      const accounts: Table<AccountRow, string> = db.table('accounts');
      try {
        return await db.transaction('rw', accounts, async () => {
          const known =
            userId === null
              ? await accounts.where('[origin+username]').equals([origin, username]).first()
              : await accounts.get(`${origin}|${userId}`);
          const row: AccountRow = known
            ? { ...known, username }
            : {
                key: `${origin}|${userId ?? `name:${username}`}`,
                origin,
                username,
                databaseName: newDatabaseName(),
              };
          await accounts.put(row);
          return row;
        });
      } finally {
        db.close();
      }
    },
  };
}
