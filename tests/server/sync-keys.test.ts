import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { send, sortedStatuses } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const PROJECTS = '/api/v1/projects/projects/';

let server: TestServer;
let plain: TestServer;
beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  plain = await build({ db: server.db });
});
afterAll(() => server.close());

let serial = 0;
function person<T extends object>(over: T) {
  serial += 1;
  return { first_name: 'Ann', last_name: 'Lee', email: `ann${serial}@example.com`, ...over };
}

async function someone(): Promise<string> {
  serial += 1;
  return (await server.account(`user${serial}`)).token;
}

type Row = Readonly<Record<string, unknown>>;

describe('what the server announces', () => {
  it('stands in the answers about tokens and about the user', async () => {
    const { token, password, user } = await server.account('announced');
    const sync = { v: 1, features: [...EXTENSIONS] };
    const body = { username: user.username, password };
    const signedIn = await send(server, 'POST /api/v1/auth/token/', { body });
    expect(signedIn.json).toMatchObject({ sync });
    const { refresh } = signedIn.json as { refresh: string };
    expect(
      (await send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } })).json,
    ).toMatchObject({ sync });
    const profile = await send(server, 'GET /api/v1/auth/user/', { token });
    const { customers, ...others } = (profile.json as { sync: { rules: Record<string, object> } }).sync.rules;
    expect(profile.json).toMatchObject({ sync });
    expect(Object.keys(others)).toEqual(['projects', 'estimates', 'work-orders']);
    expect(others).toMatchObject({
      projects: { customer: { blank: false }, description: { max_length: 10_000 } },
      'work-orders': { work_order_number: { max_length: 50, blank: false, unique: true } },
    });
    expect(customers).toEqual({
      first_name: { max_length: 100, blank: false, blank_with: 'company_name' },
      last_name: { max_length: 100, blank: false, blank_with: 'company_name' },
      email: { max_length: 254, shape: 'email' },
      phone: { max_length: 20, shape: 'phone' },
      address_line_1: { max_length: 255 },
      city: { max_length: 100 },
      state: { max_length: 100 },
      postal_code: { max_length: 20 },
      company_name: { max_length: 200 },
    });
  });

  it('is nothing where nothing is offered, and neither addresses nor fields are there', async () => {
    const token = await someone();
    expect((await send(plain, 'GET /api/v1/auth/user/', { token })).json).not.toHaveProperty('sync');
    expect((await send(plain, 'GET /api/v1/sync/changes/', { token })).status).toBe(404);
    const uid = randomUUID();
    const body = person({ client_uid: uid });
    const made = await send(plain, `POST ${CUSTOMERS}`, { token, body });
    expect(made.status).toBe(201);
    expect(made.headers).not.toHaveProperty('etag');
    expect(Object.keys(made.json as Row)).not.toEqual(expect.arrayContaining(['version']));
    expect(Object.keys(made.json as Row)).not.toEqual(expect.arrayContaining(['client_uid']));
    const { id } = made.json as { id: number };
    const headers = { 'if-match': '"999"' };
    const changed = await send(plain, `PATCH ${CUSTOMERS}${id}/`, { token, headers, body: { city: 'Reno' } });
    expect(changed.status).toBe(200);
  });
});

describe('client_uid', () => {
  it('is echoed, and a repetition answers 200 with the record as it is now', async () => {
    const token = await someone();
    const body = person({ client_uid: randomUUID() });
    const first = await send(server, `POST ${CUSTOMERS}`, { token, body });
    expect(first.status).toBe(201);
    expect(first.json).toMatchObject({ client_uid: body.client_uid, version: 1 });
    const { id } = first.json as { id: number };
    await send(server, `PATCH ${CUSTOMERS}${id}/`, { token, body: { city: 'Reno' } });
    const again = await send(server, `POST ${CUSTOMERS}`, { token, body });
    expect([again.status, again.json]).toMatchObject([200, { id, city: 'Reno', version: 2 }]);
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 1 });
  });

  it('makes one record of many requests at once', async () => {
    const token = await someone();
    const body = person({ client_uid: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(server, `POST ${CUSTOMERS}`, { token, body })),
    );
    expect(sortedStatuses(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ json }) => (json as { id: number }).id)).size).toBe(1);
  });

  it('is known for ever: a record that was deleted is not made again', async () => {
    const token = await someone();
    const body = person({ client_uid: randomUUID() });
    const { id } = (await send(server, `POST ${CUSTOMERS}`, { token, body })).json as { id: number };
    await send(server, `DELETE ${CUSTOMERS}${id}/`, { token });
    expect((await send(server, `POST ${CUSTOMERS}`, { token, body })).status).toBe(410);
    expect((await send(server, `GET ${CUSTOMERS}`, { token })).json).toMatchObject({ count: 0 });
  });

  it('is refused in words where it is no UUID, or names a record of another kind', async () => {
    const token = await someone();
    const bad = await send(server, `POST ${CUSTOMERS}`, { token, body: person({ client_uid: 'mine' }) });
    expect([bad.status, bad.json]).toEqual([400, { client_uid: ['Must be a valid UUID.'] }]);
    const body = person({ client_uid: randomUUID() });
    const { id } = (await send(server, `POST ${CUSTOMERS}`, { token, body })).json as { id: number };
    const project = {
      title: 'Dry-out',
      customer: id,
      project_type: 'water_damage',
      client_uid: body.client_uid,
    };
    const other = await send(server, `POST ${PROJECTS}`, { token, body: project });
    expect(other.status).toBe(400);
    expect(other.json).toHaveProperty('client_uid');
  });

  it('of one company says nothing to another', async () => {
    const body = person({ client_uid: randomUUID() });
    const [ours, theirs] = [await someone(), await someone()];
    const first = await send(server, `POST ${CUSTOMERS}`, { token: ours, body });
    const second = await send(server, `POST ${CUSTOMERS}`, { token: theirs, body });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((second.json as { id: number }).id).not.toBe((first.json as { id: number }).id);
  });

  it('stays as it was where a change names another', async () => {
    const token = await someone();
    const body = person({ client_uid: randomUUID() });
    const { id } = (await send(server, `POST ${CUSTOMERS}`, { token, body })).json as { id: number };
    const change = { client_uid: randomUUID(), version: 77, change: 1 };
    const changed = await send(server, `PATCH ${CUSTOMERS}${id}/`, { token, body: change });
    expect(changed.json).toMatchObject({ client_uid: body.client_uid, version: 2 });
  });
});

describe('If-Match', () => {
  async function aRecord() {
    const token = await someone();
    const made = await send(server, `POST ${CUSTOMERS}`, { token, body: person({}) });
    const { id } = made.json as { id: number };
    const url = `${CUSTOMERS}${id}/` as const;
    return { token, url, tag: String(made.headers['etag']) };
  }

  it('lets a change pass over the version that it names, and counts it', async () => {
    const { token, url, tag } = await aRecord();
    expect(tag).toBe('"1"');
    const changed = await send(server, `PATCH ${url}`, {
      token,
      headers: { 'if-match': tag },
      body: { city: 'Reno' },
    });
    expect([changed.status, changed.headers['etag'], changed.json]).toMatchObject([
      200,
      '"2"',
      { version: 2 },
    ]);
    expect((await send(server, `GET ${url}`, { token })).headers['etag']).toBe('"2"');
  });

  it('answers a change over an older one 412 with the record as it is, and changes nothing', async () => {
    const { token, url, tag } = await aRecord();
    await send(server, `PATCH ${url}`, { token, body: { city: 'Reno' } });
    for (const method of ['PATCH', 'DELETE'] as const) {
      const late = await send(server, `${method} ${url}`, {
        token,
        headers: { 'if-match': tag },
        body: { city: 'Boise' },
      });
      expect([late.status, late.headers['etag'], late.json]).toMatchObject([
        412,
        '"2"',
        { city: 'Reno', version: 2 },
      ]);
    }
    expect((await send(server, `GET ${url}`, { token })).json).toMatchObject({ city: 'Reno', version: 2 });
  });

  it.each([
    ['W/"1"', 412],
    ['nonsense', 412],
    ['"7", "1"', 200],
    ['*', 200],
  ])('%s answers %i', async (tag, status) => {
    const { token, url } = await aRecord();
    const headers = { 'if-match': tag };
    expect((await send(server, `PATCH ${url}`, { token, headers, body: { city: 'Reno' } })).status).toBe(
      status,
    );
  });

  it('lets one of many pass that change the same version at once', async () => {
    const { token, url, tag } = await aRecord();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((city) =>
        send(server, `PATCH ${url}`, { token, headers: { 'if-match': tag }, body: { city } }),
      ),
    );
    expect(sortedStatuses(answers)).toEqual([200, 412, 412, 412]);
  });

  it('says 404 of a record that is gone', async () => {
    const { token, url, tag } = await aRecord();
    await send(server, `DELETE ${url}`, { token, headers: { 'if-match': tag } });
    expect(
      (await send(server, `PATCH ${url}`, { token, headers: { 'if-match': tag }, body: {} })).status,
    ).toBe(404);
    expect((await send(server, `DELETE ${url}`, { token, headers: { 'if-match': tag } })).status).toBe(404);
  });
});
