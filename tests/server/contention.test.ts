import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from '../support/send.ts';
import { build, type TestServer } from '../support/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };

let server: TestServer;
beforeAll(async () => {
  server = await build();
});
afterAll(() => server.close());

it.each([
  ['a transaction that could not be put in line with others', '40001'],
  ['a deadlock', '40P01'],
])('%s is answered so that the device asks again, and nothing is kept of it', async (_, code) => {
  const { token } = await server.account(`ann-${code}`);
  await server.db.query(
    `create function refuse() returns trigger language plpgsql as $$
     begin raise exception 'not now' using errcode = '${code}'; end $$`,
  );
  await server.db.query(
    'create trigger refused before insert on customers for each row execute function refuse()',
  );
  const refused = await send(server, `POST ${CUSTOMERS}`, { token, body: ANN });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.any(String)]);
  await server.db.query('drop function refuse() cascade');
  expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 0 });
  expect((await send(server, `POST ${CUSTOMERS}`, { token, body: ANN })).status).toBe(201);
});
