import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const BATCH = '/api/v1/sync/batch/';

let server: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});
afterAll(() => server.close());

interface Result {
  readonly id: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
}

async function batch(token: string, mutations: readonly unknown[]): Promise<readonly Result[]> {
  const answer = await send(server, `POST ${BATCH}`, { token, body: { mutations } });
  expect(answer.status).toBe(200);
  return (answer.json as { results: readonly Result[] }).results;
}

let serial = 0;
async function someone(): Promise<string> {
  serial += 1;
  return (await server.account(`user${serial}`)).token;
}

function newCustomer(id: string, over: Readonly<Record<string, unknown>> = {}) {
  const body = { first_name: 'Ann', last_name: 'Lee', email: `${id}@example.com`, ...over };
  return { id, method: 'POST', resource: 'customers', body };
}

it('carries out a whole morning in one request, in order, with references to what it makes', async () => {
  const token = await someone();
  const client_uid = randomUUID();
  const results = await batch(token, [
    newCustomer('a', { client_uid }),
    {
      id: 'b',
      method: 'POST',
      resource: 'projects',
      body: { title: 'Dry-out', project_type: 'water_damage', customer: { client_uid } },
    },
  ]);
  expect(results).toMatchObject([
    { id: 'a', status: 201 },
    { id: 'b', status: 201 },
  ]);
  const [customer, project] = results;
  expect(project?.body?.['customer']).toBe(customer?.body?.['id']);
  const rest = await batch(token, [
    {
      id: 'c',
      method: 'PATCH',
      resource: 'customers',
      record: customer?.body?.['id'],
      if_match: 1,
      body: { city: 'Reno' },
    },
    {
      id: 'd',
      method: 'PATCH',
      resource: 'customers',
      record: String(customer?.body?.['id']),
      if_match: 1,
      body: { city: 'Boise' },
    },
    { id: 'e', method: 'DELETE', resource: 'customers', record: customer?.body?.['id'] },
    { id: 'f', method: 'DELETE', resource: 'projects', record: project?.body?.['id'] },
    { id: 'g', method: 'DELETE', resource: 'customers', record: customer?.body?.['id'] },
  ]);
  expect(rest.map(({ id, status }) => [id, status])).toEqual([
    ['c', 200],
    ['d', 412],
    ['e', 409],
    ['f', 204],
    ['g', 204],
  ]);
  expect(rest[1]?.body).toMatchObject({ city: 'Reno', version: 2 });
  expect(rest[3]?.body).toBeNull();
});

it('sent twice, makes nothing twice', async () => {
  const token = await someone();
  const mutations = [newCustomer('twice', { client_uid: randomUUID() })];
  const [first] = await batch(token, mutations);
  const [second] = await batch(token, mutations);
  expect([first?.status, second?.status]).toEqual([201, 200]);
  expect(second?.body?.['id']).toBe(first?.body?.['id']);
});

it('holds up nothing behind a change that fails but what refers to it', async () => {
  const token = await someone();
  const client_uid = randomUUID();
  const results = await batch(token, [
    newCustomer('bad', { email: 'no address', client_uid }),
    { id: 'orphan', method: 'POST', resource: 'projects', body: { title: 'X', customer: { client_uid } } },
    newCustomer('good'),
    { id: 'unknown', method: 'PATCH', resource: 'customers', record: 999_999, body: { city: 'Reno' } },
    { id: 'no kind', method: 'POST', resource: 'invoices', body: {} },
    { id: 'no record', method: 'DELETE', resource: 'customers' },
    { id: 'no body', method: 'POST', resource: 'customers' },
  ]);
  expect(results.map(({ id, status }) => [id, status])).toEqual([
    ['bad', 400],
    ['orphan', 424],
    ['good', 201],
    ['unknown', 404],
    ['no kind', 404],
    ['no record', 404],
    ['no body', 400],
  ]);
  expect(results[0]?.body).toHaveProperty('email');
});

it("neither reaches nor names another company's records", async () => {
  const [ours, theirs] = [await someone(), await someone()];
  const client_uid = randomUUID();
  const [made] = await batch(theirs, [newCustomer('theirs', { client_uid })]);
  const record = made?.body?.['id'];
  const results = await batch(ours, [
    { id: 'a', method: 'PATCH', resource: 'customers', record, body: { city: 'Reno' } },
    { id: 'b', method: 'DELETE', resource: 'customers', record },
    { id: 'c', method: 'POST', resource: 'projects', body: { title: 'X', customer: { client_uid } } },
    { id: 'd', method: 'POST', resource: 'projects', body: { title: 'X', customer: record } },
  ]);
  expect(results.map(({ status }) => status)).toEqual([404, 404, 424, 400]);
});

it.each([
  ['none', {}],
  ['no list', { mutations: 'all' }],
  ['no method', { mutations: [{ id: 'a', resource: 'customers' }] }],
  ['no name', { mutations: [{ method: 'POST', resource: 'customers' }] }],
  ['too many', { mutations: Array.from({ length: 201 }, (_, n) => newCustomer(`n${n}`)) }],
])('refuses a batch with %s, whole', async (_, body) => {
  const token = await someone();
  const answer = await send(server, `POST ${BATCH}`, { token, body });
  expect(answer.status).toBe(400);
  expect(answer.json).toHaveProperty('mutations');
  expect((await send(server, 'GET /api/v1/customers/customers/', { token })).json).toMatchObject({
    count: 0,
  });
});
