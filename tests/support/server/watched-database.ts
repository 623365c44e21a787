import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Row, Transaction } from '../../../server/db/database.ts';
import { isOnPostgres } from './empty-database.ts';

/** Returns the database with `before` called before each statement of a transaction, inside the transaction. */
export function watchedDatabase(
  db: Database,
  before: (sql: string, tx: Transaction) => Promise<unknown>,
): Database {
  return {
    ...db,
    transaction: (work, options) =>
      db.transaction(
        (tx) =>
          work({
            ...tx,
            async query<R extends object = Row>(sql: string, values?: readonly unknown[]) {
              await before(sql, tx);
              return tx.query<R>(sql, values);
            },
          }),
        options,
      ),
  };
}

/**
 * Delays each insert until all transactions have looked for a duplicate. Not on the embedded database, where
 * transactions run one at a time.
 */
export function lookingBeforeAnyoneSaves(db: Database): Database {
  return watchedDatabase(db, async (sql) => {
    if (isOnPostgres() && sql.includes('insert into')) await delay(300);
  });
}
