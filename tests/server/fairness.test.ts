import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database, QueryOptions, Row } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { emptyDatabase, isOnPostgres } from '../support/server/empty-database.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const BATCHES = 30;
const CHANGES = 200;
const LISTS = 10;
/** On one connection, what is under way and one more; on another one, whatever is done until a transaction is begun. */
const MEANWHILE = isOnPostgres() ? 50 : 2;

/** Work done by one company's transactions so far. */
interface Work {
  companyId: number;
  pieces: number;
  changes: number;
  /** From then on the database is away, so that nobody has to wait for the rest. */
  isOver: boolean;
  /** The work done while each of these waited for a connection; for a query, until its answer. */
  readonly victims: Set<string>;
  readonly meanwhile: { readonly pieces: number; readonly changes: number }[];
}

/** Notes what has been done since `before`. */
function noteSince({ pieces, changes }: Pick<Work, 'pieces' | 'changes'>, work: Work): void {
  work.meanwhile.push({ pieces: work.pieces - pieces, changes: work.changes - changes });
}

/**
 * The database, with the work of one company counted: by the statement that enters it, and by what changes a row. A
 * victim's wait is over when its transaction begins.
 */
function counting(db: Database, work: Work): Database {
  return {
    ...db,
    async query<R extends object = Row>(
      sql: string,
      values?: readonly unknown[],
      options?: QueryOptions,
    ): Promise<readonly R[]> {
      const before = { ...work };
      const rows = await db.query<R>(sql, values, options);
      if (work.victims.has(options?.sender?.name ?? '')) noteSince(before, work);
      return rows;
    },
    transaction: (run, options) => {
      const before = { ...work };
      return db.transaction((tx) => {
        if (work.isOver) throw new DatabaseUnavailableError(new Error('over'));
        if (work.victims.has(options?.sender?.name ?? '')) noteSince(before, work);
        let isCounted = false;
        return run({
          ...tx,
          query<R extends object = Row>(sql: string, values: readonly unknown[] = []) {
            if (sql.includes("set_config('app.company_id'")) {
              isCounted = values[0] === String(work.companyId);
              if (isCounted) work.pieces += 1;
            } else if (isCounted && sql.includes('update "customers"')) work.changes += 1;
            return tx.query<R>(sql, values);
          },
        });
      }, options);
    },
  };
}

async function customerOf(server: TestServer, token: string, n: number): Promise<number> {
  const body = { first_name: 'Ann', last_name: 'Lee', email: `ann${n}@example.com` };
  const { json } = await send(server, `POST ${CUSTOMERS}`, { token, body });
  return (json as { id: number }).id;
}

it("one company's batches do not keep another waiting for more than the work that is under way", {
  timeout: 180_000,
}, async () => {
  const work: Work = {
    companyId: 0,
    pieces: 0,
    changes: 0,
    isOver: false,
    victims: new Set(),
    meanwhile: [],
  };
  const server = await build({
    db: counting(await emptyDatabase(), work),
    extensions: new Set(EXTENSIONS),
  });
  const [acme, beta] = [await server.account('acme'), await server.account('beta')];
  const record = await customerOf(server, acme.token, 0);
  for (let n = 1; n <= 5; n += 1) await customerOf(server, beta.token, n);
  work.companyId = acme.user.companyId;
  work.victims.add(`company ${beta.user.companyId}`);
  // On PostgreSQL others continue meanwhile, on their own connections.
  if (!isOnPostgres()) work.victims.add(`user ${beta.user.id}`);
  const mutations = Array.from({ length: CHANGES }, (_, n) => ({
    id: String(n),
    method: 'PATCH',
    resource: 'customers',
    record,
    body: { city: `Town ${n}` },
  }));
  const attack = Array.from({ length: BATCHES }, async () => {
    while (!work.isOver) {
      await send(server, 'POST /api/v1/sync/batch/', { token: acme.token, body: { mutations } });
    }
  });
  while (work.changes < 10) await delay(5);
  for (let n = 0; n < LISTS; n += 1) {
    const list = await send(server, `GET ${CUSTOMERS}?page_size=5`, { token: beta.token });
    expect(list.json).toMatchObject({ count: 5 });
    await delay(10);
  }
  work.isOver = true;
  expect(work.meanwhile).toHaveLength(work.victims.size * LISTS);
  for (const { pieces, changes } of work.meanwhile) {
    expect(pieces).toBeLessThanOrEqual(1);
    expect(changes).toBeLessThanOrEqual(MEANWHILE);
  }
  await Promise.all(attack);
  await server.close();
});

it('sign-ins wait in the line of their network, and renewals in that of their user', async () => {
  const inner = await emptyDatabase();
  const lines = new Set<string | undefined>();
  const db: Database = {
    ...inner,
    query(sql, values, options) {
      lines.add(options?.sender?.name);
      return inner.query(sql, values, options);
    },
    transaction(work, options) {
      lines.add(options?.sender?.name);
      return inner.transaction(work, options);
    },
  };
  const server = await build({ db, changeSignal: { kind: 'poll', pollMs: 1_000_000 } });
  const { user, password } = await server.account('ann');
  const linesOf = async (path: string, body: object): Promise<[unknown, unknown[]]> => {
    lines.clear();
    const { json } = await send(server, `POST /api/v1/auth/${path}`, { body });
    return [json, [...lines]];
  };
  const [pair, signIn] = await linesOf('token/', { username: user.username, password });
  expect(signIn).toEqual(['network 127.0.0.1']);
  const { refresh } = pair as { refresh: string };
  const [, renewal] = await linesOf('token/refresh/', { refresh });
  expect(renewal).toEqual([`user ${user.id}`]);
  await server.close();
});
