import { expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { BusyError } from '../../server/db/database-errors.ts';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDriver } from '../support/server/empty-database.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const BUSY = 'The server is busy at the moment. Try again in a few seconds.';
const WAIT_MS = 50;

/** All connections of a server's database in use. The answer frees them. */
async function occupyAll(server: TestServer, connections: number): Promise<() => Promise<void>> {
  let free = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    free = resolve;
  });
  const used = Array.from({ length: connections }, (_, n) => {
    let transaction: Promise<unknown> = Promise.resolve();
    const begun = new Promise<void>((resolve) => {
      transaction = server.db.transaction(
        async () => {
          resolve();
          await until;
        },
        { sender: { name: `user of connection ${n}` } },
      );
    });
    return { begun, ended: begun.then(() => transaction) };
  });
  await Promise.all(used.map(({ begun }) => begun));
  return async () => {
    free();
    await Promise.all(used.map(({ ended }) => ended));
  };
}

it('a batch that could not be begun is answered whole, and one that could not go on says so for the rest', async () => {
  const driver = await emptyDriver();
  const db = guardDatabase(driver, { waitMs: WAIT_MS });
  await migrate(db);
  let free = async (): Promise<void> => undefined;
  let isSent = false;
  let isRefused = false;
  const server = await build({
    extensions: new Set(EXTENSIONS),
    db: {
      ...db,
      async transaction(work, options) {
        if (isRefused) throw new BusyError('test');
        const result = await db.transaction(work, options);
        if (isSent) free = await occupyAll(server, driver.connections);
        return result;
      },
    },
  });
  const { token } = await server.account('ann');
  const mutations = Array.from({ length: 150 }, (_, n) => ({
    id: String(n),
    method: 'DELETE',
    resource: 'customers',
    record: 987_654,
  }));
  const send150 = () => send(server, 'POST /api/v1/sync/batch/', { token, body: { mutations } });
  isSent = true;
  const { json } = await send150();
  isSent = false;
  const statuses = (json as { results: readonly { status: number }[] }).results.map(({ status }) => status);
  expect(statuses).toHaveLength(150);
  expect(statuses.at(0)).toBe(404);
  expect(statuses.slice(100)).toEqual(Array(50).fill(503));
  await free();
  isRefused = true;
  expect(await send150()).toMatchObject({
    status: 503,
    headers: { 'retry-after': '5' },
    json: { detail: BUSY },
  });
  await server.close();
});

it('a database whose connections are all in use is reported as busy, not as away, to clients and balancers', async () => {
  const driver = await emptyDriver();
  const db = guardDatabase(driver, { waitMs: WAIT_MS });
  await migrate(db);
  const server = await build({ db, databaseLimitMs: 2 * WAIT_MS, extensions: new Set(EXTENSIONS) });
  const { token } = await server.account('ann');
  const free = await occupyAll(server, driver.connections);
  for (const path of [CUSTOMERS, '/health/ready'] as const) {
    expect(await send(server, `GET ${path}`, { token })).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { detail: BUSY },
    });
  }
  expect((await send(server, 'GET /health/live')).status).toBe(200);
  await free();
  expect((await send(server, `GET ${CUSTOMERS}`, { token })).status).toBe(200);
  expect((await send(server, 'GET /health/ready')).status).toBe(200);
  await server.close();
});
