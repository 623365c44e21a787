import type { Database } from './database.ts';
import type { Sender } from './fair-queue.ts';

/** The same database, with `sender` as the default sender. */
export function onBehalfOf(db: Database, sender: Sender): Database {
  return {
    ...db,
    query: (sql, values, options) => db.query(sql, values, { sender, ...options }),
    transaction: (work, options) => db.transaction(work, { sender, ...options }),
  };
}
