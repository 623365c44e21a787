import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ANN = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
const KINDS = [
  ['a transaction that could not be put in line with others', '40001'],
  ['a deadlock', '40P01'],
] as const;
const BUSY = 'The server is busy at the moment. Try again in a few seconds.';

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

/** Has PostgreSQL refuse new rows of a table where `when` says so, until the answer is called. */
async function refused(code: string, when: string, table = 'customers'): Promise<() => Promise<unknown>> {
  await server.db.transaction((tx) =>
    tx.script(`
      create sequence tries;
      grant usage on sequence tries to public;
      create function refuse() returns trigger language plpgsql as $$
      begin
        if ${when} then raise exception 'not now' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger refused before insert on ${table} for each row execute function refuse();`),
  );
  return () =>
    server.db.transaction((tx) => tx.script('drop function refuse() cascade; drop sequence tries'));
}

it.each(KINDS)('%s is run once more, which no client notices', async (_, code) => {
  const { token } = await server.account(`once-${code}`);
  // A rollback does not return numbers to a sequence.
  const allow = await refused(code, "nextval('tries') = 1");
  expect((await send(server, `POST ${CUSTOMERS}`, { token, body: ANN })).status).toBe(201);
  await allow();
  expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 1 });
});

it.each(KINDS)('%s signs nobody out, and keeps nobody from signing in', async (_, code) => {
  const { user, password } = await server.account(`session-${code}`);
  const allow = await refused(code, "nextval('tries') % 2 = 1", 'refresh_tokens');
  const body = { username: user.username, password };
  const pair = await send(server, 'POST /api/v1/auth/token/', { body });
  expect(pair.status).toBe(200);
  const { refresh } = pair.json as { refresh: string };
  expect((await send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } })).status).toBe(200);
  await allow();
});

it.each(KINDS)(
  '%s time and again is answered so that the device asks again, and nothing is kept of it',
  async (_, code) => {
    const { token } = await server.account(`ann-${code}`);
    const allow = await refused(code, 'true');
    const answer = await send(server, `POST ${CUSTOMERS}`, { token, body: ANN });
    expect([answer.status, answer.headers['retry-after'], answer.json]).toEqual([503, '5', { detail: BUSY }]);
    await allow();
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 0 });
    expect((await send(server, `POST ${CUSTOMERS}`, { token, body: ANN })).status).toBe(201);
  },
);

it.each(KINDS)('%s in a batch is the affair of the change that is met by it', async (_, code) => {
  const { token } = await server.account(`batch-${code}`);
  const allow = await refused(code, "new.first_name = 'Bob'");
  const mutations = ['Ann', 'Bob', 'Cid'].map((first_name) => ({
    id: first_name,
    method: 'POST',
    resource: 'customers',
    body: { ...ANN, first_name, email: `${first_name}@example.com` },
  }));
  const answer = await send(server, 'POST /api/v1/sync/batch/', { token, body: { mutations } });
  await allow();
  const { results } = answer.json as { results: readonly { status: number; body: unknown }[] };
  expect(results.map(({ status }) => status)).toEqual([201, 503, 201]);
  expect(results[1]?.body).toEqual({ detail: BUSY });
  expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 2 });
});
