import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DASHBOARD_STATS } from '../../../src/domain/dashboard-stats.ts';
import type { ResourceName } from '../../../src/domain/resource-spec.ts';
import { customersContract } from './customers-contract.ts';
import { referenceRefusals } from './reference-refusals.ts';

/** A server under test, seen only through its answers. */
interface ContractServer {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** The server on which the contract is tested. */
export interface ContractTarget {
  readonly name: string;
  /** Starts a server with one user. It may already have records. */
  start(): Promise<ContractServer>;
  readonly credentials: { readonly username: string; readonly password: string };
}

type Fields = Readonly<Record<string, unknown>>;

/** What the suite must know about one kind of record. */
export interface ResourceContract {
  readonly resource: ResourceName;
  /** The collection's path, such as '/api/v1/customers/customers/'. */
  readonly path: string;
  /** Returns the fields of a valid new record, without references. Each number gives a different record. */
  valid(number: number): Fields;
  /** Values that a server fills in for missing fields, or shows in another form than sent. */
  readonly defaults: Fields;
  readonly required: readonly string[];
  /** A required one-line text field with its maximum length, and a field with choices. */
  readonly text: { readonly field: string; readonly max: number };
  readonly choice: string;
  /** A unique field, and the error for a value that is taken. */
  readonly unique?: { readonly field: string; readonly message: string };
  /** Fields that hold a customer's id. */
  readonly references: readonly string[];
  /** A field in which the server puts a number if it is blank. */
  readonly numbered?: string;
  /** Changes that the server accepts, and the values in its answer. */
  readonly takes: readonly { readonly sent: Fields; readonly shown: Fields }[];
  /** Changes that the server refuses, and the errors. */
  readonly refuses: readonly { readonly sent: Fields; readonly errors: Fields }[];
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Stored = Fields;

const REQUIRED = 'This field is required.';
const NO_SUCH_ID = '99999999';

/**
 * Tests what the app expects of any server of the plain contract, including stock Django REST Framework, and nothing
 * that only our own server promises.
 */
export function describeResourceContract(contract: ResourceContract, target: ContractTarget): void {
  describe(`the ${contract.resource} of ${target.name} keep the plain contract`, () => {
    let server: ContractServer;
    let token = '';
    let made = 0;
    /** The ids in the reference fields of new records. */
    let referred: Fields = {};

    const request = async (method: string, path: string, body?: unknown): Promise<Answer> => {
      const response = await server.fetch(path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
    };
    const valid = (): Fields => ({ ...contract.valid((made += 1)), ...referred });
    const create = async (fields = valid(), path = contract.path): Promise<Stored> => {
      const answer = await request('POST', path, fields);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body as Stored;
    };
    const createCustomer = (): Promise<Stored> =>
      create(customersContract.valid((made += 1)), customersContract.path);
    const itemPath = (record: Stored) => `${contract.path}${String(record['id'])}/`;

    beforeAll(async () => {
      server = await target.start();
      const response = await server.fetch('/api/v1/auth/token/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(target.credentials),
      });
      token = ((await response.json()) as { access: string }).access;
      for (const field of contract.references) {
        referred = { ...referred, [field]: (await createCustomer())['id'] };
      }
    });

    afterAll(async () => {
      await server.close();
    });

    // @spec 3.1 7.13 7.14
    it('answers a new record whole, with its id and its times', async () => {
      const fields = valid();
      const record = await create(fields);
      expect(record).toMatchObject({ ...fields, ...contract.defaults });
      expect(record['id']).toBeTypeOf('number');
      expect(Date.parse(String(record['created_at']))).not.toBeNaN();
      expect(Date.parse(String(record['updated_at']))).not.toBeNaN();
      expect(await request('GET', itemPath(record))).toEqual({ status: 200, body: record });
    });

    // @spec 7.15
    it('changes the fields that are sent, and no others', async () => {
      const record = await create();
      const changed = await request('PATCH', itemPath(record), { [contract.text.field]: 'Changed' });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({
        ...record,
        [contract.text.field]: 'Changed',
        updated_at: (changed.body as Stored)['updated_at'],
      });
      expect(await request('GET', itemPath(record))).toEqual(changed);
    });

    // @spec 7.16
    it('deletes a record once', async () => {
      const record = await create();
      expect(await request('DELETE', itemPath(record))).toEqual({ status: 204, body: null });
      expect(await request('GET', itemPath(record))).toEqual({ status: 404, body: { detail: 'Not found.' } });
      expect(await request('DELETE', itemPath(record))).toEqual({
        status: 404,
        body: { detail: 'Not found.' },
      });
    });

    // @spec 7.12 D3.3
    it('lists every record once when next is followed to its end', async () => {
      const records = [await create(), await create(), await create()];
      const ids: unknown[] = [];
      let count = 0;
      let path: string | null = contract.path;
      while (path !== null) {
        const page: Answer = await request('GET', path);
        expect(page.status).toBe(200);
        const body = page.body as { count: number; next: string | null; results: Stored[] };
        ids.push(...body.results.map((record) => record['id']));
        count = body.count;
        path = body.next === null ? null : contract.path + new URL(body.next).search;
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(count);
      expect(ids).toEqual(expect.arrayContaining(records.map((record) => record['id'])));
    });

    it('answers 404 to a page that is not there', async () => {
      expect(await request('GET', `${contract.path}?page=9999`)).toEqual({
        status: 404,
        body: { detail: 'Invalid page.' },
      });
    });

    it('names every required field that is missing', async () => {
      const errors = Object.fromEntries(contract.required.map((field) => [field, [REQUIRED]]));
      expect(await request('POST', contract.path, {})).toEqual({ status: 400, body: errors });
    });

    it('refuses blank, null, overlong and unsuitable values by field', async () => {
      const { field, max } = contract.text;
      const refusal = (text: string) => ({ status: 400, body: { [field]: [text] } });
      const post = (fields: object) => request('POST', contract.path, { ...valid(), ...fields });
      expect(await post({ [field]: ' ' })).toEqual(refusal('This field may not be blank.'));
      expect(await post({ [field]: null })).toEqual(refusal('This field may not be null.'));
      expect(await post({ [field]: { a: 1 } })).toEqual(refusal('Not a valid string.'));
      expect(await post({ [field]: 'x'.repeat(max + 1) })).toEqual(
        refusal(`Ensure this field has no more than ${max} characters.`),
      );
      expect(await post({ [contract.choice]: 'gone' })).toEqual({
        status: 400,
        body: { [contract.choice]: ['"gone" is not a valid choice.'] },
      });
    });

    it('trims text, and ignores fields that are not the client’s', async () => {
      const record = await create({ ...valid(), [contract.text.field]: '  Ann  ', id: 999_999, foo: 1 });
      expect(record[contract.text.field]).toBe('Ann');
      expect(record['id']).not.toBe(999_999);
      expect(record).not.toHaveProperty('foo');
    });

    it('refuses a body that is no JSON object', async () => {
      expect(await request('POST', contract.path, [])).toEqual({
        status: 400,
        body: { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] },
      });
      const broken = await server.fetch(contract.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"first_name":',
      });
      expect(broken.status).toBe(400);
      expect(((await broken.json()) as { detail: string }).detail).toMatch(/^JSON parse error - /);
    });

    it.each(['GET', 'PATCH', 'DELETE'])('answers 404 to %s of an id that no record has', async (method) => {
      const body = method === 'PATCH' ? {} : undefined;
      for (const id of [NO_SUCH_ID, 'tmp-1']) {
        expect(await request(method, `${contract.path}${id}/`, body)).toEqual({
          status: 404,
          body: { detail: 'Not found.' },
        });
      }
    });

    it('answers 405 to a method that the collection does not have', async () => {
      expect(await request('PATCH', contract.path, {})).toEqual({
        status: 405,
        body: { detail: 'Method "PATCH" not allowed.' },
      });
    });

    // @spec 7.4
    it('answers 401 without a token', async () => {
      const response = await server.fetch(contract.path);
      expect(response.status).toBe(401);
      expect(await response.json()).toEqual({ detail: 'Authentication credentials were not provided.' });
    });

    const { unique } = contract;
    it.runIf(unique)('refuses a unique value that another record has, on create and on change', async () => {
      const field = unique?.field ?? '';
      const [first, second] = [await create(), await create()];
      const taken = { [field]: first[field] };
      const refusal = { status: 400, body: { [field]: [unique?.message] } };
      expect(await request('POST', contract.path, { ...valid(), ...taken })).toEqual(refusal);
      expect(await request('PATCH', itemPath(second), taken)).toEqual(refusal);
      expect(await request('PATCH', itemPath(first), taken)).toMatchObject({ status: 200 });
    });

    it.each(contract.takes)('takes $sent and shows $shown', async ({ sent, shown }) => {
      expect(await create({ ...valid(), ...sent })).toMatchObject(shown);
      const record = await create();
      expect(await request('PATCH', itemPath(record), sent)).toMatchObject({ status: 200, body: shown });
      expect(await request('GET', itemPath(record))).toMatchObject({ status: 200, body: shown });
    });

    it.each(contract.refuses)('refuses $sent', async ({ sent, errors }) => {
      const refusal = { status: 400, body: errors };
      expect(await request('POST', contract.path, { ...valid(), ...sent })).toEqual(refusal);
      const record = await create();
      expect(await request('PATCH', itemPath(record), sent)).toEqual(refusal);
      expect(await request('GET', itemPath(record))).toEqual({ status: 200, body: record });
    });

    // @spec 3.25 3.26 3.27 3.28 7.17 D1.12
    it('counts the figures of its dashboard', async () => {
      const path = `${contract.path}dashboard_stats/`;
      const figures = DASHBOARD_STATS.filter(({ resource }) => resource === contract.resource);
      for (const { key, statuses } of figures) {
        for (const status of statuses ?? [contract.defaults['status']]) {
          const before = (await request('GET', path)).body as Record<string, number>;
          await create({ ...valid(), status });
          const after = await request('GET', path);
          expect(after.status).toBe(200);
          expect(Object.keys(after.body as object).sort()).toEqual(figures.map((f) => f.key).sort());
          expect((after.body as Stored)[key]).toBe((before[key] ?? Number.NaN) + 1);
        }
      }
      expect((await server.fetch(path)).status).toBe(401);
    });

    describe.each(contract.references)('its reference %s', (field) => {
      it.each(referenceRefusals)('refuses $id', async ({ id, text }) => {
        const refusal = { status: 400, body: { [field]: [text] } };
        expect(await request('POST', contract.path, { ...valid(), [field]: id })).toEqual(refusal);
        expect(await request('PATCH', itemPath(await create()), { [field]: id })).toEqual(refusal);
      });

      it('takes an id in digits, and answers it as a number', async () => {
        const customer = await createCustomer();
        const record = await create({ ...valid(), [field]: String(customer['id']) });
        expect(record[field]).toBe(customer['id']);
      });

      it('keeps the customer from being deleted', async () => {
        const customer = await createCustomer();
        const path = `${customersContract.path}${String(customer['id'])}/`;
        const record = await create({ ...valid(), [field]: customer['id'] });
        expect(await request('DELETE', path)).toEqual({
          status: 409,
          body: { detail: expect.stringMatching(/^Cannot delete this customer: 1 /) as string },
        });
        expect(await request('GET', path)).toEqual({ status: 200, body: customer });
        expect(await request('DELETE', itemPath(record))).toMatchObject({ status: 204 });
        expect(await request('DELETE', path)).toMatchObject({ status: 204 });
      });
    });

    const { numbered = '' } = contract;
    // @spec D4.7
    it.runIf(numbered)('makes a number where it is left out or blank', async () => {
      const { [numbered]: _, ...without } = valid();
      const records = [await create(without), await create({ ...valid(), [numbered]: '' })];
      const emptied = await request('PATCH', itemPath(await create()), { [numbered]: '' });
      const numbers = [...records, emptied.body as Stored].map((record) => record[numbered]);
      for (const number of numbers) expect(number).toMatch(/^\S+$/);
      expect(new Set(numbers).size).toBe(3);
    });
  });
}
