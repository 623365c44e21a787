import { messages, type PGlite, types } from '@electric-sql/pglite';
import type { Row } from './database.ts';
import { translateServerError } from './database-errors.ts';
import type { Driver, DriverTransaction } from './guarded-database.ts';

/** Dates stay text: a Date would shift a calendar day by a time zone. */
export const PGLITE_PARSERS = { [types.DATE]: (value: string) => value };

/** Uses one connection, so a transaction makes all other queries wait. */
export function pgliteDriver(pglite: PGlite): Driver {
  return {
    connections: 1,
    query: (sql, values) => run(pglite, sql, values),
    transaction: (work) => translated(() => pglite.transaction((tx) => work(transactionOf(tx)))),
    listen: (channel, heard) => pglite.listen(channel, heard),
    close: () => pglite.close(),
  };
}

type PGliteTransaction = Parameters<Parameters<PGlite['transaction']>[0]>[0];

function transactionOf(tx: PGliteTransaction): DriverTransaction {
  return {
    query: (sql, values) => run(tx, sql, values),
    script: (sql) =>
      translated(async () => {
        await tx.exec(sql);
      }),
  };
}

async function run<R extends object = Row>(
  target: Pick<PGlite, 'query'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  return translated(async () => (await target.query<R>(sql, [...values])).rows);
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof messages.DatabaseError ? translateServerError(error) : error;
  }
}
