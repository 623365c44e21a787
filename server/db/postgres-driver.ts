import { DatabaseError, Pool, type PoolClient, types } from 'pg';
import { ConfigError } from '../config/config.ts';
import type { Row } from './database.ts';
import {
  BusyError,
  DatabaseUnavailableError,
  TransactionTimeoutError,
  translateServerError,
} from './database-errors.ts';
import type { Driver, DriverTransaction } from './guarded-database.ts';
import { listenOnPostgres } from './postgres-listener.ts';

const INT8 = 20;
const DATE = 1082;
const CONNECTIONS = 10;

export interface PostgresOptions {
  /** Needed if `url` leads to a transaction pooler, which does not deliver notifications. */
  readonly listenUrl?: string | undefined;
  /** True if writes send no notifications, because every server polls. */
  readonly isQuiet?: boolean;
}

/** For PostgreSQL 15 or later. */
export function postgresDriver(
  url: string,
  onIdleError: (error: Error) => void,
  { listenUrl, isQuiet = false }: PostgresOptions = {},
): Driver {
  // Set in each transaction, because a pooler gives the connection to other clients afterwards.
  const begin = isQuiet ? 'begin; set local app.notify = off' : 'begin';
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser: typeParser },
  });
  // Without this listener, an idle connection closed by the server would end this process.
  pool.on('error', onIdleError);

  const connect = connecting(pool);
  return {
    connections: CONNECTIONS,
    query: (sql, values) => inQuery(connect, sql, values),
    transaction: (work) => inTransaction(connect, begin, work),
    listen: (channel, heard) =>
      listenOnPostgres({ url: listenUrl ?? url, channel, heard, onLost: onIdleError }).catch(
        (error: unknown) => {
          if (listenUrl === undefined || !(error instanceof DatabaseUnavailableError)) throw error;
          const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
          throw new ConfigError(`LISTEN_URL names a database that cannot be reached: ${reason}`);
        },
      ),
    close: () => pool.end(),
  };
}

/** Ids become numbers (they stay far below 2^53) and dates stay text, as in the embedded driver. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === DATE) return (value) => value;
  return format === 'binary' ? types.getTypeParser(oid, 'binary') : types.getTypeParser(oid, 'text');
}

type Connect = () => Promise<PoolClient>;

/** With a full pool, a timeout does not mean that the server is unreachable. */
function connecting(pool: Pool): Connect {
  let open = 0;
  pool.on('connect', () => {
    open += 1;
  });
  pool.on('remove', () => {
    open -= 1;
  });
  return () =>
    translated(async () => {
      const isFull = open >= CONNECTIONS && pool.idleCount === 0;
      try {
        return await pool.connect();
      } catch (error) {
        throw isFull ? new BusyError('all its connections are in use', error) : error;
      }
    });
}

async function inQuery<R extends object>(
  connect: Connect,
  sql: string,
  values?: readonly unknown[],
): Promise<readonly R[]> {
  return withClient(connect, async (client, keep) => {
    const rows = await run<R>(client, sql, values);
    keep();
    return rows;
  });
}

async function inTransaction<T>(
  connect: Connect,
  begin: string,
  work: (tx: DriverTransaction) => Promise<T>,
): Promise<T> {
  return withClient(connect, async (client, keep) => {
    try {
      await translated(() => client.query(begin));
      const result = await work(transactionOf(client));
      const { command } = await translated(() => client.query('commit'));
      // PostgreSQL turns a commit into a rollback after a failed statement, even if the error was caught.
      if (command !== 'COMMIT')
        throw new Error(
          'PostgreSQL rolled a transaction back instead of committing it, because a statement in it failed',
        );
      keep();
      return result;
    } catch (error) {
      // A timed-out query may still be running. Closing its connection rolls it back.
      if (!(error instanceof TransactionTimeoutError) && (await rolledBack(client))) keep();
      throw error;
    }
  });
}

/** Closes the connection unless `work` calls `keep`. */
async function withClient<T>(
  connect: Connect,
  work: (client: PoolClient, keep: () => void) => Promise<T>,
): Promise<T> {
  const client = await connect();
  let kept = false;
  // A connection that breaks while in use fails its query. Without this listener, this process would end too.
  client.on('error', ignore);
  try {
    return await work(client, () => {
      kept = true;
    });
  } finally {
    client.off('error', ignore);
    client.release(!kept);
  }
}

function ignore(): void {}

async function rolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

function transactionOf(client: PoolClient): DriverTransaction {
  return {
    query: (sql, values) => run(client, sql, values),
    script: (sql) =>
      translated(async () => {
        await client.query(sql);
      }),
  };
}

async function run<R extends object = Row>(
  client: PoolClient,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  return translated(async () => (await client.query<R & Record<string, unknown>>(sql, [...values])).rows);
}

/** An error with a SQLSTATE came from the server. Any other failure of `pg` is a connection failure. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BusyError) throw error;
    if (error instanceof DatabaseError) throw translateServerError(error);
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    throw new DatabaseUnavailableError(error);
  }
}
