import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Row, Transaction } from '../../../server/db/database.ts';
import { isOnPostgres } from './empty-database.ts';

/** The database, with something that happens before each statement of a transaction: inside it, by its `tx`. */
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

/** Holds each save until all have looked for a duplicate. On the embedded database a transaction is alone: nothing to hold. */
export function lookingBeforeAnyoneSaves(db: Database): Database {
  return watchedDatabase(db, async (sql) => {
    if (isOnPostgres() && sql.includes('insert into')) await delay(300);
  });
}
