import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCompany } from '../support/server/company-sql.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const PATH = '/api/v1/customers/customers/';

let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  server = await build();
  ann = await server.account('ann');
  bob = await server.account('bob');
});

afterAll(async () => {
  await server.close();
});

interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly { readonly id: number; readonly email: string }[];
}

const create = async (account: TestAccount, email: string): Promise<number> => {
  const body = { first_name: 'Ann', last_name: 'Lee', email };
  const answer = await send(server, `POST ${PATH}`, { token: account.token, body });
  expect(answer.status).toBe(201);
  return (answer.json as { id: number }).id;
};
const list = async (account: TestAccount, query = ''): Promise<Page> => {
  const answer = await send(server, `GET ${PATH}${query}`, { token: account.token });
  expect(answer.status).toBe(200);
  return answer.json as Page;
};

describe('a company’s customers', () => {
  it.each([
    ['GET', undefined],
    ['PATCH', { city: 'Stolen' }],
    ['DELETE', undefined],
  ] as const)('are a 404 to %s by another company, and stay as they were', async (method, body) => {
    const id = await create(ann, `foreign-${method}@example.com`);
    const before = await send(server, `GET ${PATH}${id}/`, { token: ann.token });
    const answer = await send(server, `${method} ${PATH}${id}/`, {
      token: bob.token,
      ...(body ? { body } : {}),
    });
    expect(answer).toMatchObject({ status: 404, json: { detail: 'Not found.' } });
    expect((await send(server, `GET ${PATH}${id}/`, { token: ann.token })).json).toEqual(before.json);
  });

  it('are not in another company’s list, nor in its count', async () => {
    await create(ann, 'private@example.com');
    const page = await list(bob);
    expect(page.results.map(({ email }) => email)).not.toContain('private@example.com');
    expect(page.count).toBe(page.results.length);
  });

  it('may have an email that another company’s customer has', async () => {
    await create(ann, 'shared@example.com');
    expect(await create(bob, 'shared@example.com')).toBeGreaterThan(0);
  });
});

describe('a customer', () => {
  const post = (fields: object) => send(server, `POST ${PATH}`, { token: ann.token, body: fields });
  const blank = { status: 400, json: { first_name: ['This field may not be blank.'] } };

  // @spec D1.49
  it('may have the email of another one, or none', async () => {
    const body = { first_name: 'Ann', last_name: 'Lee', email: 'manager@example.com' };
    for (const fields of [body, body, { ...body, email: '' }, { first_name: 'Ann', last_name: 'Lee' }]) {
      expect(await post(fields)).toMatchObject({ status: 201, json: { email: '', ...fields } });
    }
  });

  // @spec D1.51
  it('needs both names where there is no company, and neither where there is one', async () => {
    expect(await post({ company_name: 'ACME' })).toMatchObject({ status: 201 });
    expect(await post({ company_name: 'ACME', first_name: '', last_name: 'Lee' })).toMatchObject({
      status: 201,
      json: { first_name: '', last_name: 'Lee' },
    });
    expect(await post({ company_name: ' ', first_name: ' ', last_name: 'Lee' })).toMatchObject(blank);
    expect(await post({ company_name: 'x'.repeat(201) })).toMatchObject({
      status: 400,
      json: { company_name: ['Ensure this field has no more than 200 characters.'] },
    });
  });

  it('keeps a name or a company when it is changed', async () => {
    const made = await post({ company_name: 'ACME', last_name: 'Lee' });
    const { id } = made.json as { id: number };
    const change = (body: object) => send(server, `PATCH ${PATH}${id}/`, { token: ann.token, body });
    expect(await change({ company_name: '' })).toMatchObject(blank);
    expect(await change({ city: 'Reno' })).toMatchObject({ status: 200 });
    expect(await change({ company_name: '', first_name: 'Ann' })).toMatchObject({ status: 200 });
    expect(await change({ first_name: '' })).toMatchObject(blank);
  });
});

describe('an id', () => {
  it.each([
    'abc',
    '1.5',
    '-1',
    '0',
    '1e3',
    '9007199254740993',
    '9'.repeat(30),
    '9'.repeat(1_500),
    '%00',
    '1%27--',
  ])('%s is a 404 for every method', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const sent = method === 'PATCH' ? { body: { city: 'X' } } : {};
      expect(await send(server, `${method} ${PATH}${id}/`, { token: ann.token, ...sent })).toMatchObject({
        status: 404,
        json: { detail: 'Not found.' },
      });
    }
  });

  it('that cannot be decoded is a 400 in JSON', async () => {
    const answer = await send(server, `GET ${PATH}%zz/`, { token: ann.token });
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({ detail: expect.any(String) as string });
  });
});

describe('a change', () => {
  it('of nothing moves updated_at and leaves the rest', async () => {
    const id = await create(ann, 'touch@example.com');
    const before = await send(server, `GET ${PATH}${id}/`, { token: ann.token });
    await delay(5);
    const after = await send(server, `PATCH ${PATH}${id}/`, { token: ann.token, body: {} });
    expect(after.status).toBe(200);
    const moved = (after.json as { updated_at: string }).updated_at;
    expect(after.json).toEqual({ ...(before.json as object), updated_at: moved });
    expect(Date.parse(moved)).toBeGreaterThan(Date.parse((before.json as { updated_at: string }).updated_at));
  });

  it('of one field does not bring back defaults of others', async () => {
    const body = {
      first_name: 'A',
      last_name: 'B',
      email: 'keep@example.com',
      status: 'lead',
      city: 'Austin',
    };
    const made = await send(server, `POST ${PATH}`, { token: ann.token, body });
    const id = (made.json as { id: number }).id;
    const changed = await send(server, `PATCH ${PATH}${id}/`, {
      token: ann.token,
      body: { phone: '555-123-4567' },
    });
    expect(changed.json).toMatchObject({ status: 'lead', city: 'Austin', phone: '555-123-4567' });
  });
});

describe('the list', () => {
  let account: TestAccount;
  const ids: number[] = [];

  beforeAll(async () => {
    account = await server.account('carol');
    for (let number = 0; number < 7; number += 1)
      ids.unshift(await create(account, `p${number}@example.com`));
  });

  it('is newest first, and in the same order where times are equal', async () => {
    expect((await list(account)).results.map(({ id }) => id)).toEqual(ids);
    await inCompany(server.db, account.user.companyId, 'update customers set created_at = now()');
    expect((await list(account)).results.map(({ id }) => id)).toEqual(ids);
  });

  it('comes in pages whose neighbours are absolute addresses', async () => {
    const first = await list(account, '?page_size=3');
    const base = `http://localhost${PATH}`;
    expect(first).toMatchObject({ count: 7, next: `${base}?page_size=3&page=2`, previous: null });
    const second = await list(account, '?page_size=3&page=2');
    expect(second).toMatchObject({ next: `${base}?page_size=3&page=3`, previous: `${base}?page_size=3` });
    const third = await list(account, '?page_size=3&page=3');
    expect(third).toMatchObject({ next: null, previous: `${base}?page_size=3&page=2` });
    expect([first, second, third].flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids);
  });

  it.each(['0', '-1', 'x', '4', '', '1.5', '99999999999999999999', '%00'])(
    'has no page "%s"',
    async (page) => {
      expect(
        await send(server, `GET ${PATH}?page_size=3&page=${page}`, { token: account.token }),
      ).toMatchObject({ status: 404, json: { detail: 'Invalid page.' } });
    },
  );

  it('is one empty page where there is nothing', async () => {
    const nobody = await server.account('dave');
    expect(await list(nobody)).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  it('ignores a page size that is none, and gives 1,000 at most', async () => {
    expect((await list(account, '?page_size=x')).results).toHaveLength(7);
    expect((await list(account, '?page_size=0')).results).toHaveLength(7);
    await inCompany(
      server.db,
      account.user.companyId,
      `insert into customers (company_id, first_name, last_name, email)
       select $1, 'A', 'B', 'many' || n || '@example.com' from generate_series(1, 1100) as n`,
      [account.user.companyId],
    );
    expect((await list(account)).results).toHaveLength(100);
    expect((await list(account, '?page_size=100000')).results).toHaveLength(1000);
  });
});

describe('an address', () => {
  it.each([
    ['PUT', PATH, 'GET, POST, HEAD, OPTIONS'],
    ['DELETE', PATH, 'GET, POST, HEAD, OPTIONS'],
    ['POST', `${PATH}1/`, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
    ['PUT', `${PATH}1/`, 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ] as const)('says that %s %s is not allowed, and what is', async (method, path, allow) => {
    const answer = await send(server, `${method} ${path}`, { token: ann.token, raw: 'not even JSON' });
    expect(answer).toMatchObject({ status: 405, json: { detail: `Method "${method}" not allowed.` } });
    expect(answer.headers['allow']).toBe(allow);
  });

  it('without its last slash sends a GET on, with its query, and refuses a write in words', async () => {
    const path = PATH.slice(0, -1);
    const read = await send(server, `GET ${path}?page=2`, { token: ann.token });
    expect(read.status).toBe(301);
    expect(read.headers['location']).toBe(`${PATH}?page=2`);
    const write = await send(server, `POST ${path}`, { token: ann.token, body: {} });
    expect(write).toMatchObject({
      status: 404,
      json: { detail: `The address must end with a slash: ${PATH}` },
    });
  });
});
