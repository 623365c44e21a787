import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Database, Row } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { EXTENSIONS } from '../../server/extensions.ts';
import { emptyDatabase, isOnPostgres } from '../support/empty-database.ts';
import { send } from '../support/send.ts';
import { build, type TestServer } from '../support/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const BATCHES = 30;
const CHANGES = 200;
/** PostgreSQL has connections for both; on the one of the embedded database nothing is changed while a list is read. */
const CHANGED_MEANWHILE = isOnPostgres() ? BATCHES * CHANGES : 4;

/** What one company's transactions have done so far. */
interface Work {
  companyId: number;
  pieces: number;
  changes: number;
  /** From then on the database is away, so that nobody has to wait for the rest. */
  isOver: boolean;
}

/** The database, with the work of one company counted: by the statement that enters it, and by what changes a row. */
function counting(db: Database, work: Work): Database {
  return {
    ...db,
    transaction: (run, options) =>
      db.transaction((tx) => {
        if (work.isOver) throw new DatabaseUnavailableError(new Error('over'));
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
      }, options),
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
  const work: Work = { companyId: 0, pieces: 0, changes: 0, isOver: false };
  const server = await build({
    db: counting(await emptyDatabase(), work),
    extensions: new Set(EXTENSIONS),
  });
  const [acme, beta] = [await server.account('acme'), await server.account('beta')];
  const record = await customerOf(server, acme.token, 0);
  for (let n = 1; n <= 5; n += 1) await customerOf(server, beta.token, n);
  work.companyId = acme.user.companyId;
  const mutations = Array.from({ length: CHANGES }, (_, n) => ({
    id: String(n),
    method: 'PATCH',
    resource: 'customers',
    record,
    body: { city: `Town ${n}` },
  }));
  let answered = 0;
  const attack = Array.from({ length: BATCHES }, async () => {
    await send(server, 'POST /api/v1/sync/batch/', { token: acme.token, body: { mutations } });
    answered += 1;
  });
  while (work.changes < 10) await delay(5);
  for (let n = 0; n < 10; n += 1) {
    const before = { ...work };
    const list = await send(server, `GET ${CUSTOMERS}?page_size=5`, { token: beta.token });
    expect(list.json).toMatchObject({ count: 5 });
    // One before it is known who asks, and one before the list.
    expect(work.pieces - before.pieces).toBeLessThanOrEqual(4);
    expect(work.changes - before.changes).toBeLessThanOrEqual(CHANGED_MEANWHILE);
    await delay(10);
  }
  expect(answered).toBeLessThan(BATCHES);
  work.isOver = true;
  await Promise.all(attack);
  await server.close();
});
