import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import type { Database, Transaction } from '../../server/db/database.ts';
import { DatabaseUnavailableError } from '../../server/db/database-errors.ts';
import { emptyDatabase } from '../support/server/empty-database.ts';
import { send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';
import { watchedDatabase } from '../support/server/watched-database.ts';
import { seededRandom } from '../support/test/seeded-random.ts';

const BATCH = '/api/v1/sync/batch/';
const ESTIMATES = '/api/v1/estimates/estimates/';

/** Keys of records that are there before a random batch. */
const BEFORE = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

interface Mutation {
  readonly id: string;
  readonly method: string;
  readonly resource: string;
  readonly record?: unknown;
  readonly if_match?: number;
  readonly body?: Readonly<Record<string, unknown>>;
}
interface Result {
  readonly id: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | null;
}

let db: Database;
let server: TestServer;
/** Counts transactions and keeps their statements. */
const seen = { transactions: new Set<Transaction>(), statements: [] as string[] };
/** Called when a transaction is to be committed. */
let atCommit: () => void = () => undefined;

beforeAll(async () => {
  db = await emptyDatabase();
  const watched = watchedDatabase(db, async (sql, tx) => {
    seen.transactions.add(tx);
    seen.statements.push(sql);
  });
  server = await build({
    extensions: new Set(EXTENSIONS),
    db: {
      ...watched,
      transaction: (work, options) =>
        watched.transaction(async (tx) => {
          const result = await work(tx);
          atCommit();
          return result;
        }, options),
    },
  });
});
afterAll(() => server.close());

let serial = 0;
async function someone(): Promise<string> {
  serial += 1;
  return (await server.account(`user${serial}`)).token;
}

async function batch(token: string, mutations: readonly Mutation[]): Promise<readonly Result[]> {
  const answer = await send(server, `POST ${BATCH}`, { token, body: { mutations } });
  expect(answer.status).toBe(200);
  return (answer.json as { results: readonly Result[] }).results;
}

function create(resource: string, body: Readonly<Record<string, unknown>>, uid = randomUUID()): Mutation {
  return { id: randomUUID(), method: 'POST', resource, body: { client_uid: uid, ...body } };
}

function customer(n: number | string, uid?: `${string}-${string}-${string}-${string}-${string}`): Mutation {
  return create('customers', { first_name: 'Ann', last_name: 'Lee', email: `ann.${n}@example.com` }, uid);
}

const statuses = (results: readonly Result[]): readonly number[] => results.map(({ status }) => status);

describe('a batch', () => {
  it('of new records takes few transactions and few statements', async () => {
    const token = await someone();
    const customers = Array.from({ length: 100 }, (_, n) => customer(n));
    const projects = customers.map(({ body }) =>
      create('projects', { title: 'Dry-out', customer: { client_uid: body?.['client_uid'] } }),
    );
    seen.transactions.clear();
    seen.statements.length = 0;
    const mixed = customers.flatMap((one, n) => [one, projects[n] ?? one]);
    expect(new Set(statuses(await batch(token, mixed)))).toEqual(new Set([201]));
    expect(seen.transactions.size).toBeGreaterThanOrEqual(2);
    expect(seen.transactions.size).toBeLessThanOrEqual(20);
    expect(seen.statements.length).toBeLessThanOrEqual(100);
  });

  it('answers nothing as done of a transaction that was lost at its end, and the rest is not tried', async () => {
    const token = await someone();
    const mutations = Array.from({ length: 150 }, (_, n) => customer(n));
    atCommit = () => {
      throw new DatabaseUnavailableError(new Error('gone'));
    };
    const results = await batch(token, mutations).finally(() => {
      atCommit = () => undefined;
    });
    expect(new Set(statuses(results))).toEqual(new Set([503]));
    const list = () => send(server, 'GET /api/v1/customers/customers/', { token });
    expect((await list()).json).toMatchObject({ count: 0 });
    expect(new Set(statuses(await batch(token, mutations)))).toEqual(new Set([201]));
    expect((await list()).json).toMatchObject({ count: 150 });
  });

  it('sent again after its answer was lost has every record as it was made', async () => {
    const token = await someone();
    const mutations = Array.from({ length: 60 }, (_, n) => customer(n));
    const first = await batch(token, mutations);
    const again = await batch(token, mutations);
    expect(new Set(statuses(again))).toEqual(new Set([200]));
    expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
  });

  it('draws numbers one after the other, past those that were typed', async () => {
    const token = await someone();
    const uid = randomUUID();
    await batch(token, [customer('numbers', uid)]);
    const estimate = (over = {}) =>
      create('estimates', {
        title: 'Roof',
        customer: { client_uid: uid },
        subtotal: 1,
        valid_until: '2026-01-31',
        ...over,
      });
    const numbers = (results: readonly Result[]) => results.map(({ body }) => body?.['estimate_number']);
    expect(numbers(await batch(token, [estimate(), estimate(), estimate({ estimate_number: '' })]))).toEqual([
      'EST-000001',
      'EST-000002',
      'EST-000003',
    ]);
    await send(server, `POST ${ESTIMATES}`, {
      token,
      body: {
        ...estimate().body,
        client_uid: randomUUID(),
        customer: (await firstCustomer(token)) ?? 0,
        estimate_number: 'EST-000005',
      },
    });
    expect(numbers(await batch(token, [estimate(), estimate(), estimate()]))).toEqual([
      'EST-000004',
      'EST-000006',
      'EST-000007',
    ]);
  });

  it.each([1, 2, 3, 4])('answers each change as if it had been sent alone (seed %i)', async (seed) => {
    const [together, alone] = [await someone(), await someone()];
    const mutations = randomMutations(seed);
    const results = await batch(together, await settled(together, mutations));
    const single: Result[] = [];
    for (const mutation of await settled(alone, mutations)) single.push(...(await batch(alone, [mutation])));
    expect(results.map(comparable(results))).toEqual(single.map(comparable(single)));
    expect(await book(together)).toEqual(await book(alone));
  });
});

async function firstCustomer(token: string): Promise<number | undefined> {
  const { json } = await send(server, 'GET /api/v1/customers/customers/', { token });
  return (json as { results: readonly { id: number }[] }).results[0]?.id;
}

/** Everything that a batch may hold, good and bad, with what it refers to often made or spoiled just before. */
function randomMutations(seed: number): readonly Mutation[] {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const uids = Array.from({ length: 12 }, () => randomUUID());
  const recordOf = () => ({ known: pick([...BEFORE.keys()]) });
  return Array.from({ length: 80 }, (_, n): Mutation => {
    const id = String(n);
    const email = `p${pick([n, n, n, 1, 2])}@example.com`;
    const person = {
      first_name: 'Ann',
      last_name: 'Lee',
      email,
      client_uid: pick([...uids, randomUUID(), 'no key']),
    };
    const job = {
      title: 'Roof',
      customer: { client_uid: pick([...uids, randomUUID()]) },
      client_uid: randomUUID(),
    };
    return pick<() => Mutation>([
      () => ({ id, method: 'POST', resource: 'customers', body: person }),
      () => ({ id, method: 'POST', resource: 'customers', body: { ...person, client_uid: randomUUID() } }),
      () => ({ id, method: 'POST', resource: 'customers', body: { ...person, email: 'no address' } }),
      () => ({ id, method: 'POST', resource: 'projects', body: job }),
      () => ({ id, method: 'POST', resource: 'projects', body: { ...job, customer: 987_654_321 } }),
      () => ({
        id,
        method: 'POST',
        resource: 'estimates',
        body: {
          ...job,
          subtotal: 1,
          valid_until: '2026-01-31',
          estimate_number: pick(['', '', 'EST-000002']),
        },
      }),
      () => ({ id, method: 'PATCH', resource: 'customers', record: recordOf(), body: { email } }),
      () => ({
        id,
        method: 'PATCH',
        resource: 'customers',
        record: recordOf(),
        if_match: 1,
        body: { city: 'Reno' },
      }),
      () => ({ id, method: 'DELETE', resource: 'customers', record: recordOf() }),
    ])();
  });
}

/** The same with records of the company's own where some of before are meant; keys are known by company. */
async function settled(token: string, mutations: readonly Mutation[]): Promise<readonly Mutation[]> {
  const made = await batch(
    token,
    BEFORE.map((uid, n) => customer(`before${n}`, uid)),
  );
  return mutations.map((mutation) => {
    const known = (mutation.record as { known: number } | undefined)?.known;
    return known === undefined ? mutation : { ...mutation, record: made[known]?.body?.['id'] };
  });
}

/** Without ids and times, which differ from company to company; who refers to whom stays. */
function comparable(results: readonly Result[]): (result: Result) => unknown {
  const ids = new Map<unknown, number>();
  for (const { body } of results)
    if (body && 'id' in body && !ids.has(body['id'])) ids.set(body['id'], ids.size);
  return ({ id, status, body }) => {
    if (!body) return { id, status, body };
    const { created_at: _c, updated_at: _u, ...rest } = body;
    const own = 'id' in rest ? { id: ids.get(rest['id']) } : {};
    const customer = typeof rest['customer'] === 'number' ? { customer: ids.get(rest['customer']) } : {};
    return { id, status, body: { ...rest, ...own, ...customer } };
  };
}

/** Returns the company's rows without ids and times. */
async function book(token: string): Promise<unknown> {
  const lists = ['customers/customers', 'projects/projects', 'estimates/estimates'].map(async (path) => {
    const { json } = await send(server, `GET /api/v1/${path}/?page_size=500`, { token });
    const { results } = json as { results: readonly Readonly<Record<string, unknown>>[] };
    return results
      .map(({ id: _i, created_at: _c, updated_at: _u, customer: _o, ...rest }) => JSON.stringify(rest))
      .sort();
  });
  return Promise.all(lists);
}
