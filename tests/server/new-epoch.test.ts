import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminCommand } from '../../server/admin/admin-command.ts';
import { beginEpochs } from '../../server/backup/epochs.ts';
import { sequenceOf } from '../../server/backup/tables.ts';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { enterCompany } from '../../server/db/company-scope.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const CHANGES = '/api/v1/sync/changes/';

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

it('after a dump was restored, an administrator has every app read its data again', async () => {
  const { token } = await server.account('ann');
  const { cursor } = (await send(server, `GET ${CHANGES}`, { token })).json as { cursor: string };
  expect((await send(server, `GET ${CHANGES}?cursor=${cursor}`, { token })).status).toBe(200);
  const run = await adminCommand(['new-epoch'], process.stdin);
  expect(await run(server.db)).toBe(
    'The apps of 1 company will read everything again. Changes that they have not sent yet are kept.',
  );
  expect((await send(server, `GET ${CHANGES}?cursor=${cursor}`, { token })).status).toBe(410);
  expect((await send(server, `GET ${CHANGES}`, { token })).status).toBe(200);
});

it('gives no id and no version again that a device may know from after the dump', async () => {
  const { token } = await server.account('bea');
  const body = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
  const make = (email: string) => send(server, `POST ${CUSTOMERS}`, { token, body: { ...body, email } });
  const { id, version } = (await make('ann@example.com')).json as { id: number; version: number };
  const run = await adminCommand(['new-epoch'], process.stdin);
  await run(server.db);
  const row = (await send(server, `GET ${CUSTOMERS}${id}/`, { token })).json as { version: number };
  expect(row.version).toBeGreaterThan(version + 100_000);
  const next = (await make('bob@example.com')).json as { id: number };
  expect(next.id).toBeGreaterThan(id + 100_000);
  const late = { 'if-match': `"${version + 1}"` };
  const path = `PATCH ${CUSTOMERS}${id}/` as const;
  expect((await send(server, path, { token, body: { city: 'Boise' } })).status).toBe(200);
  const refused = await send(server, path, { token, body: { city: 'Reno' }, headers: late });
  expect(refused.status).toBe(412);
});

it.each(['that were set', 'that nobody had set'])(
  'gives settings %s no version again that a device may know',
  async (kind) => {
    const { token } = await server.account(`settings ${kind}`);
    const SETTINGS = '/api/v1/company/settings/';
    const set = kind === 'that were set';
    if (set) await send(server, `PATCH ${SETTINGS}`, { token, body: { name: 'Lakeside' } });
    const run = await adminCommand(['new-epoch'], process.stdin);
    await run(server.db);
    const { json } = await send(server, `GET ${SETTINGS}`, { token });
    expect(json).toMatchObject({ name: set ? 'Lakeside' : '' });
    expect((json as { version: number }).version).toBeGreaterThan(100_000);
  },
);

it('gives no id, version or number again when the same backup is restored a second time', async () => {
  const first = Date.UTC(2026, 10, 30, 8);
  // The last estimate of the backup. Each restore begins with it.
  const estimateAt = first - 90 * 60_000;
  const { token } = await server.account('cleo');
  const body = { first_name: 'Cleo', last_name: 'Lee', email: 'cleo@example.com' };
  const { id: customer } = (await send(server, `POST ${CUSTOMERS}`, { token, body })).json as { id: number };
  const estimate = { title: 'Roof', customer, subtotal: 100, valid_until: '2026-12-31' };
  const made = await send(server, 'POST /api/v1/estimates/estimates/', { token, body: estimate });
  expect(made).toMatchObject({ status: 201 });
  const [cleo] = await server.db.query<{ id: number }>(
    "select id from companies where name = 'Company of cleo'",
  );
  const company = cleo?.id ?? 0;
  await server.db.transaction(async (tx) => {
    await enterCompany(tx, company);
    await tx.query('update estimates set created_at = $1', [new Date(estimateAt).toISOString()]);
  });
  const leaps = async (now: number) => {
    const facts = async () => {
      const [customers] = await server.db.query<{ last: number }>(
        'select last_value as last from customers_id_seq',
      );
      const [estimates] = await server.db.query<{ number: number }>(
        'select last_estimate_number as number from companies where id = $1',
        [company],
      );
      return { id: customers?.last ?? 0, number: estimates?.number ?? 0 };
    };
    const before = await facts();
    await beginEpochs(server.db, now);
    const after = await facts();
    return { id: after.id - before.id, number: after.number - before.number };
  };
  const [monday, later] = [await leaps(first), await leaps(first + 3_600_000)];
  expect(monday.id).toBeGreaterThan(1_000_000);
  expect(monday.number).toBe(1_090);
  expect(later.id - monday.id).toBe(3_600_000);
  expect(later.number - monday.number).toBe(60);
  // A week, the ten weeks after which the leap once started over, and ten years.
  for (const minutes of [7 * 24 * 60, 100_000, 5_256_000]) {
    const again = await leaps(first + minutes * 60_000);
    expect(again.number - monday.number).toBe(minutes);
  }
  // A clock that begins in 1970.
  expect(await leaps(0)).toEqual({ id: 1_000_000, number: 1_000 });
});

it('lets the numbers of a company without estimates leap by the minutes since it began', async () => {
  await server.account('dora');
  const dora = "name = 'Company of dora'";
  const at = Date.UTC(2026, 5, 1);
  await server.db.query(`update companies set created_at = $1 where ${dora}`, [new Date(at).toISOString()]);
  await beginEpochs(server.db, at + 7_200_000);
  expect(await server.db.query(`select last_estimate_number as n from companies where ${dora}`)).toEqual([
    { n: 1_120 },
  ]);
});

it('fails for a column without a sequence', async () => {
  await expect(sequenceOf(server.db, 'customers', 'email')).rejects.toThrow(
    'customers.email has no sequence',
  );
});
