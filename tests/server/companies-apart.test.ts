import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverResources } from '../../server/resources/server-resources.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, resourceSpecs, specOf } from '../../src/domain/resource-specs.ts';
import { type BookIds, makeBook, validRecord } from '../support/server/company-book.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { send } from '../support/server/send.ts';
import type { TestAccount, TestServer } from '../support/server/server.ts';
import {
  BOBS_KEYS,
  comparable,
  SECRET,
  type TwoCompanies,
  twoCompanies,
} from '../support/server/two-companies.ts';

let two: TwoCompanies;
let server: TestServer;
let ann: TestAccount;
let bob: TestAccount;
let annIds: BookIds;
let bobIds: BookIds;

beforeAll(async () => {
  two = await twoCompanies();
  ({ server, ann, bob, annIds, bobIds } = two);
});

afterAll(async () => {
  await server.close();
});

const asAnn: TwoCompanies['asAnn'] = (line, sent) => two.asAnn(line, sent);
const sameAsNowhere: TwoCompanies['sameAsNowhere'] = (id, ask) => two.sameAsNowhere(id, ask);
const bobsBook = () => two.bobsBook();
const recordOf = (name: ResourceName) => two.recordOf(name);

const REFERENCES = RESOURCE_NAMES.flatMap((name) =>
  serverResources[name].references.map(({ field, column, table }) => {
    const to = RESOURCE_NAMES.find((each) => serverResources[each].table === table);
    if (!to) throw new Error(`${name}.${field} refers to ${table}, which is no kind of record`);
    return { name, field, column, to };
  }),
);

describe('the references tried here', () => {
  it('are all that the specs and the tables have', async () => {
    const known = REFERENCES.map(({ name, field, to }) => `${name}.${field} ${to}`);
    const inSpecs = RESOURCE_NAMES.flatMap((name) =>
      resourceSpecs[name].references.map(({ field, to }) => `${name}.${field} ${to}`),
    );
    expect(known).toEqual(inSpecs);
    const columns = REFERENCES.map(({ name, column }) => `${serverResources[name].table}.${column}`);
    const inTables = await server.db.query<{ name: string }>(
      `select t.relname || '.' || a.attname as name from pg_constraint k
       join pg_class t on t.oid = k.conrelid
       join pg_attribute a on a.attrelid = t.oid and a.attnum = any (k.conkey)
       where k.contype = 'f' and t.relname = any ($1::text[]) and a.attname <> 'company_id'`,
      [Object.values(serverResources).map(({ table }) => table)],
    );
    expect(inTables.map(({ name }) => name).sort()).toEqual(columns.sort());
  });
});

describe.each(RESOURCE_NAMES)('another company’s id of %s in an address', (name) => {
  const { path } = specOf(name);

  it.each([
    ['GET', undefined],
    ['HEAD', undefined],
    ['DELETE', undefined],
    ['PATCH', () => ({})],
    ['PATCH', () => recordOf(name)],
    ['PATCH', () => ({ status: 'no such status', customer: bobIds.customers, title: null })],
  ] as const)('is a 404 for %s, as one that exists nowhere is', async (method, body) => {
    const before = await bobsBook();
    const sent = body === undefined ? {} : { body: body() };
    const { status, json } = await sameAsNowhere(bobIds[name], (id) =>
      asAnn(`${method} ${path}${id}/`, sent),
    );
    expect(status).toBe(404);
    expect(json).toEqual(method === 'HEAD' ? null : { detail: 'Not found.' });
    expect(await bobsBook()).toEqual(before);
  });

  it.each(['"1"', '"99"', '*', 'W/"1"'])(
    'is a 404 also where version %s of it is expected',
    async (version) => {
      const before = await bobsBook();
      const headers = { 'if-match': version };
      for (const method of ['PATCH', 'DELETE'] as const) {
        const { status } = await sameAsNowhere(bobIds[name], (id) =>
          asAnn(`${method} ${path}${id}/`, { headers, body: {} }),
        );
        expect(status).toBe(404);
      }
      expect(await bobsBook()).toEqual(before);
    },
  );

  it('cannot be put, posted to or reached without its slash either', async () => {
    const before = await bobsBook();
    for (const method of ['PUT', 'POST'] as const) {
      const sent = { body: recordOf(name) };
      const { status } = await sameAsNowhere(bobIds[name], (id) => asAnn(`${method} ${path}${id}/`, sent));
      expect(status).toBe(405);
    }
    const writes = await Promise.all(
      (['PATCH', 'DELETE'] as const).map((method) => asAnn(`${method} ${path}${bobIds[name]}`, { body: {} })),
    );
    expect(writes.map(({ status }) => status)).toEqual([404, 404]);
    expect(await bobsBook()).toEqual(before);
  });
});

describe.each(REFERENCES)('another company’s id in $name.$field', ({ name, field, to }) => {
  const { path } = specOf(name);
  const refusal = (id: number) => ({ [field]: [`Invalid pk "${id}" - object does not exist.`] });

  it.each([
    ['a number', (id: number): unknown => id],
    ['digits', (id: number): unknown => String(id)],
    ['digits with spaces', (id: number): unknown => ` ${id} `],
  ])('as %s is one that does not exist, for a new record and for a change', async (_, written) => {
    const before = await bobsBook();
    const created = await sameAsNowhere(bobIds[to], (id) =>
      asAnn(`POST ${path}`, { body: { ...recordOf(name), [field]: written(id) } }),
    );
    expect(created).toMatchObject({ status: 400, json: refusal(bobIds[to]) });
    const changed = await sameAsNowhere(bobIds[to], (id) =>
      asAnn(`PATCH ${path}${annIds[name]}/`, { body: { [field]: written(id) } }),
    );
    expect(changed).toMatchObject({ status: 400, json: refusal(bobIds[to]) });
    expect((await asAnn(`GET ${path}${annIds[name]}/`)).json).toMatchObject({ [field]: annIds[to] });
    expect(await bobsBook()).toEqual(before);
  });

  it('stands beside what else is wrong, as one that exists nowhere does', async () => {
    const body = (id: number) => ({ ...recordOf(name), title: '', [field]: id });
    const { status, json } = await sameAsNowhere(bobIds[to], (id) =>
      asAnn(`POST ${path}`, { body: body(id) }),
    );
    expect(status).toBe(400);
    expect(Object.keys(json as object).sort()).toEqual([field, 'title'].sort());
  });
});

describe.each(RESOURCE_NAMES)('the list of %s', (name) => {
  const { path, fieldNames: fields } = specOf(name);

  it('holds none of another company’s, whatever is asked for', async () => {
    const own = [annIds[name]];
    const foreign = new Set([bobIds[name], bobIds.customers]);
    const queries = [
      ...[
        'id',
        'pk',
        'company',
        'company_id',
        'id__in',
        'customer',
        'customer_id',
        'user',
        ...fields,
      ].flatMap((key) => [...foreign].map((value) => `${key}=${value}`)),
      ...['search', 'q', 'email', 'title', ...fields].map((key) => `${key}=bobs`),
      ...['ordering', 'order_by', 'sort'].flatMap((key) => [`${key}=company_id`, `${key}=-company_id`]),
      'page=1&page_size=500',
      'limit=500&offset=0',
      'offset=-1',
      'page_size=500&company_id=*',
    ];
    for (const query of queries) {
      const { status, json } = await asAnn(`GET ${path}?${query}`);
      expect(status).toBe(200);
      const { results, count } = json as { results: { id: number }[]; count: number };
      expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(own));
      expect(results.map(({ id }) => id)).not.toContain(bobIds[name]);
      expect(count).toBe(results.length);
    }
    expect((await asAnn(`GET ${path}?page=2`)).status).toBe(404);
  });

  it('and its figures stay byte for byte what they were while another company adds and deletes', async () => {
    const seen = async () => {
      const answers = await Promise.all([asAnn(`GET ${path}`), asAnn(`GET ${path}dashboard_stats/`)]);
      return answers.map((answer) => comparable(answer));
    };
    const before = await seen();
    const body = validRecord(name, `${SECRET}-${name}`, bobIds.customers);
    const added = await send(server, `POST ${path}`, { token: bob.token, body });
    expect(added.status).toBe(201);
    expect(await seen()).toEqual(before);
    const { id } = added.json as { id: number };
    expect((await send(server, `DELETE ${path}${id}/`, { token: bob.token })).status).toBe(204);
    expect(await seen()).toEqual(before);
  });
});

describe('what is unique in a company', () => {
  it('may be the same in another one: emails, numbers, and the keys that clients give', async () => {
    for (const name of RESOURCE_NAMES) {
      const text = `same-${name}`;
      const client_uid = randomUUID();
      const sent = (account: TestAccount, ids: BookIds) =>
        send(server, `POST ${specOf(name).path}`, {
          token: account.token,
          body: {
            ...validRecord(name, text, ids.customers),
            client_uid,
            ...(name === 'estimates' ? { estimate_number: text } : {}),
          },
        });
      const [theirs, own] = [await sent(bob, bobIds), await sent(ann, annIds)];
      expect([theirs.status, own.status]).toEqual([201, 201]);
      expect((own.json as { id: number }).id).not.toBe((theirs.json as { id: number }).id);
    }
  });

  it('is drawn for each company on its own', async () => {
    const carol = await server.account('carol');
    const ids = await makeBook(server, carol, 'carols');
    const read = await send(server, `GET ${specOf('estimates').path}${ids.estimates}/`, {
      token: carol.token,
    });
    expect(read.json).toMatchObject({ estimate_number: 'EST-000001' });
  });
});

describe('the deletion of a customer', () => {
  it('counts what the own company has, and no other’s', async () => {
    const { path } = specOf('customers');
    const { status, json } = await asAnn(`DELETE ${path}${annIds.customers}/`);
    expect(status).toBe(409);
    const counts = await inCompany<{ kind: string; n: number }>(
      server.db,
      ann.user.companyId,
      `select 'project' as kind, count(*)::int as n from projects where customer_id = $1 union all
       select 'estimate', count(*)::int from estimates where customer_id = $1 union all
       select 'work order', count(*)::int from work_orders where customer_id = $1`,
      [annIds.customers],
    );
    for (const { kind, n } of counts) expect((json as { detail: string }).detail).toContain(`${n} ${kind}`);
  });
});

describe.each(RESOURCE_NAMES)('what belongs to the server, in a body for %s,', (name) => {
  const { path, fieldNames: fields } = specOf(name);
  const { references, table } = serverResources[name];

  /** Every column that is no field of the record's, and what clients of other servers may try. */
  async function serverOwned(): Promise<Record<string, unknown>> {
    const columns = await server.db.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    const foreign: Record<string, unknown> = {
      id: bobIds[name],
      company: bob.user.companyId,
      company_id: bob.user.companyId,
      created_at: '2001-01-01T00:00:00Z',
      updated_at: '2001-01-01T00:00:00Z',
    };
    const other = {
      pk: bobIds[name],
      version: 99,
      user: bob.user.id,
      user_id: bob.user.id,
      owner: bob.user.id,
      created_by: bob.user.id,
    };
    const owned = columns.map((column) => column.name).filter((column) => !fields.includes(column as never));
    for (const column of owned) {
      const reference = references.find((each) => each.column === column);
      // A column that nobody thought of here would be set to something of Bob's as well.
      foreign[column] ??= reference ? bobIds.customers : bobIds[name];
    }
    // A key that another company's client has given: to a new record of this company it may be given as well.
    foreign['client_uid'] = BOBS_KEYS[name];
    return { ...other, last_estimate_number: 500, is_active: false, ...foreign };
  }

  const ownedBy = async (id: number) =>
    inCompany<{ company_id: number; created_at: Date }>(
      server.db,
      ann.user.companyId,
      `select company_id, created_at, updated_at from ${table} where id = $1`,
      [id],
    );

  it('is not read when a record is made', async () => {
    const before = await bobsBook();
    const start = Date.now();
    const body = { ...(await serverOwned()), ...recordOf(name) };
    const { status, json } = await asAnn(`POST ${path}`, { body });
    expect(status).toBe(201);
    const record = json as Record<string, unknown> & { id: number; created_at: string; updated_at: string };
    expect(Object.keys(record)).toEqual([
      'id',
      'created_at',
      'updated_at',
      ...fields,
      'version',
      'client_uid',
    ]);
    expect(record).toMatchObject({ version: 1, client_uid: BOBS_KEYS[name] });
    expect(record.id).not.toBe(bobIds[name]);
    // The database's clock may be a little behind ours.
    expect(Date.parse(record.created_at)).toBeGreaterThan(start - 60_000);
    expect(record.updated_at).toBe(record.created_at);
    for (const { field } of references) expect(record[field]).toBe(annIds.customers);
    expect(await ownedBy(record.id)).toMatchObject([{ company_id: ann.user.companyId }]);
    expect(await bobsBook()).toEqual(before);
  });

  it('is not read when one is changed', async () => {
    const before = await bobsBook();
    const url = `${path}${annIds[name]}/` as const;
    const old = (await asAnn(`GET ${url}`)).json as Record<string, unknown>;
    const body = await serverOwned();
    const changed = await asAnn(`PATCH ${url}`, { body });
    expect(changed.status).toBe(200);
    const record = changed.json as Record<string, unknown>;
    expect(record).toEqual({
      ...old,
      updated_at: record['updated_at'],
      version: Number(old['version']) + 1,
    });
    expect(Date.parse(String(record['updated_at']))).toBeGreaterThan(
      Date.parse(String(old['updated_at'])) - 1,
    );
    expect(await ownedBy(annIds[name])).toMatchObject([{ company_id: ann.user.companyId }]);
    expect((await asAnn(`PUT ${url}`, { body })).status).toBe(405);
    expect((await asAnn(`GET ${url}`)).json).toEqual(record);
    expect(await bobsBook()).toEqual(before);
  });
});

describe('who is signed in', () => {
  it('is the one of the token, whatever else is sent', async () => {
    const headers = {
      'x-user-id': String(bob.user.id),
      'x-company-id': String(bob.user.companyId),
      'x-forwarded-user': 'bob',
    };
    const query = `?user_id=${bob.user.id}&company_id=${bob.user.companyId}` as const;
    expect((await asAnn(`GET /api/v1/auth/user/${query}`, { headers })).json).toMatchObject({
      id: ann.user.id,
      username: 'ann',
    });
    const list = await asAnn(`GET ${specOf('customers').path}${query}`, { headers });
    expect((list.json as { results: { id: number }[] }).results.map(({ id }) => id)).not.toContain(
      bobIds.customers,
    );
  });
});
