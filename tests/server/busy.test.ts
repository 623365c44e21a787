import { expect, it } from 'vitest';
import { guardDatabase } from '../../server/db/guarded-database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDriver } from '../support/empty-database.ts';
import { send } from '../support/send.ts';
import { build, type TestServer } from '../support/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const BUSY = 'The server is busy at the moment. Try again in a few seconds.';
const WAIT_MS = 50;

/** All connections of a server's database in use. The answer frees them. */
async function useAll(server: TestServer, connections: number): Promise<() => Promise<void>> {
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

it('a database whose connections are all in use is busy, for whoever asks and for a balancer, and not away', async () => {
  const driver = await emptyDriver();
  const db = guardDatabase(driver, { waitMs: WAIT_MS });
  await migrate(db);
  const server = await build({ db, databaseLimitMs: 2 * WAIT_MS });
  const { token } = await server.account('ann');
  const free = await useAll(server, driver.connections);
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
