import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A server under test, as an app sees it: by its answers alone. */
interface ContractServer {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface ResourceContract {
  readonly name: string;
  /** A server with one user and, to begin with, any number of records. */
  start(): Promise<ContractServer>;
  readonly credentials: { readonly username: string; readonly password: string };
  /** The collection: '/api/v1/customers/customers/'. */
  readonly path: string;
  /** The fields of a good new record; each number gives another one. */
  valid(number: number): Readonly<Record<string, unknown>>;
  /** What a server fills in for fields that are left out. */
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** A required line of text, the most characters it takes, and a field with choices. */
  readonly text: { readonly field: string; readonly max: number };
  readonly choice: string;
  /** A unique field, and what is said of a value that is taken. */
  readonly unique?: { readonly field: string; readonly message: string };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Stored = Readonly<Record<string, unknown>>;

const REQUIRED = 'This field is required.';
const NO_SUCH_ID = '99999999';

/**
 * What the app relies on from any server of the plain contract, stock Django REST Framework included, and
 * nothing that only our own server promises.
 */
export function describeResourceContract(contract: ResourceContract): void {
  describe(`${contract.name}`, () => {
    let server: ContractServer;
    let token = '';
    let made = 0;

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
    const valid = () => contract.valid((made += 1));
    const create = async (fields = valid()): Promise<Stored> => {
      const answer = await request('POST', contract.path, fields);
      expect(answer).toMatchObject({ status: 201 });
      return answer.body as Stored;
    };
    const itemPath = (record: Stored) => `${contract.path}${String(record['id'])}/`;

    beforeAll(async () => {
      server = await contract.start();
      const response = await server.fetch('/api/v1/auth/token/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(contract.credentials),
      });
      token = ((await response.json()) as { access: string }).access;
    });

    afterAll(async () => {
      await server.close();
    });

    it('answers a new record whole, with its id and its times', async () => {
      const fields = valid();
      const record = await create(fields);
      expect(record).toMatchObject({ ...contract.defaults, ...fields });
      expect(record['id']).toBeTypeOf('number');
      expect(Date.parse(String(record['created_at']))).not.toBeNaN();
      expect(Date.parse(String(record['updated_at']))).not.toBeNaN();
      expect(await request('GET', itemPath(record))).toEqual({ status: 200, body: record });
    });

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

    it('deletes a record once', async () => {
      const record = await create();
      expect(await request('DELETE', itemPath(record))).toEqual({ status: 204, body: null });
      expect(await request('GET', itemPath(record))).toEqual({ status: 404, body: { detail: 'Not found.' } });
      expect(await request('DELETE', itemPath(record))).toEqual({
        status: 404,
        body: { detail: 'Not found.' },
      });
    });

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
  });
}
