import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { jsonFault } from '../../server/plugins/json-bodies.ts';
import { type Answer, send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

const CUSTOMERS = '/api/v1/customers/customers/';
const ESTIMATES = '/api/v1/estimates/estimates/';
const BATCH = '/api/v1/sync/batch/';
const TOKEN = '/api/v1/auth/token/';

/** The JSON that takes longest to parse for its size. */
const MANY = `[${'{},'.repeat(349_000)}{}]`;

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
  token = (await server.account('ann')).token;
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await server.close();
});

/** The answer, and how many letters of the body were given to the parser. */
async function asked(line: `POST ${string}`, raw: string): Promise<Answer & { readonly parsed: number }> {
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await send(server, line, { raw });
  const lengths = parse.mock.calls.map(([text]) => text.length).filter((length) => length > 1_000);
  return { ...answer, parsed: Math.max(0, ...lengths) };
}

const tooLarge = (kib: number) => ({
  status: 413,
  json: { detail: `The request body is larger than ${kib} KiB.` },
});

describe('a large body without a sign-in', () => {
  it.each([TOKEN, `${TOKEN}refresh/`, `${TOKEN}blacklist/`])(
    'is refused at %s by its length, and not parsed',
    async (url) => {
      expect(await asked(`POST ${url}`, MANY)).toMatchObject({ ...tooLarge(16), parsed: 0 });
      expect((await asked(`POST ${url}`, '{}'.padEnd(16 * 1024))).status).toBe(400);
      expect(await asked(`POST ${url}`, '{}'.padEnd(16 * 1024 + 1))).toMatchObject(tooLarge(16));
    },
  );

  it.each([CUSTOMERS, BATCH])('is a 401 at %s, and not parsed', async (url) => {
    expect(await asked(`POST ${url}`, MANY)).toMatchObject({ status: 401, parsed: 0 });
  });

  it('is not parsed at an unknown address, whatever its length', async () => {
    const nested = `[${'{},'.repeat(5_000)}{}]`;
    expect(await asked('POST /api/nothing/', nested)).toMatchObject({ status: 404, parsed: 0 });
    expect(await asked('POST /api/nothing/', MANY)).toMatchObject({ ...tooLarge(384), parsed: 0 });
  });
});

describe('a body with a sign-in', () => {
  const post = (url: string, raw: string): Promise<Answer> => send(server, `POST ${url}`, { token, raw });

  it('may be a record of the longest texts, each letter of which is written as two escapes', async () => {
    const ann = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };
    const { id } = (await send(server, `POST ${CUSTOMERS}`, { token, body: ann })).json as { id: number };
    const escaped = (length: number): string => `"${'\\ud83c\\udfe0'.repeat(length)}"`;
    const long = ['description', 'terms_and_conditions', 'notes'].map(
      (name) => `"${name}": ${escaped(10_000)}`,
    );
    const fields = [
      ...long,
      `"title": ${escaped(200)}`,
      `"estimate_number": ${escaped(50)}`,
      `"customer": ${id}, "valid_until": "2026-01-31", "subtotal": "1.00", "tax_rate": "0", "total_amount": "1.00"`,
    ];
    const made = await post(ESTIMATES, `{${fields.join(',')}}`);
    expect(made).toMatchObject({ status: 201, json: { notes: '🏠'.repeat(10_000) } });
  });

  it('is larger than 384 KiB in a batch alone, and there no larger than 1024', async () => {
    const blank = (length: number): string => `{"mutations": []${' '.repeat(length - 17)}}`;
    expect((await post(CUSTOMERS, blank(384 * 1024))).status).toBe(400);
    expect(await post(CUSTOMERS, blank(384 * 1024 + 1))).toMatchObject(tooLarge(384));
    expect(await post(BATCH, blank(1024 * 1024))).toMatchObject({ status: 200, json: { results: [] } });
    expect(await post(BATCH, blank(1024 * 1024 + 1))).toMatchObject(tooLarge(1024));
  });

  it('of more parts than any batch has is a 400, and is not parsed', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(await post(BATCH, MANY.slice(0, 300_000))).toMatchObject({
      status: 400,
      json: { detail: 'JSON parse error - more than 20000 parts' },
    });
    expect(parse.mock.calls.filter(([text]) => text.length > 1_000)).toEqual([]);
  });

  it('may be the largest batch', async () => {
    const fields = { first_name: 'Ann', last_name: 'Lee', email: '', phone: '', company_name: '', city: '' };
    const mutations = Array.from({ length: 200 }, (_, n) => ({
      id: `m${n}`,
      method: 'POST',
      resource: 'customers',
      body: { ...fields, email: `batch${n}@example.com`, state: '', postal_code: '', status: 'active' },
    }));
    const answer = await post(BATCH, JSON.stringify({ mutations }));
    const { results } = answer.json as { results: readonly { readonly status: number }[] };
    expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 200 }, () => 201));
  });
});

describe('the reasons not to parse a text', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it.each([
    ['nothing', '{"a": [1, {"b": null}]}', undefined],
    ['brackets within words', JSON.stringify({ a: '['.repeat(100), b: '"{,\\"'.repeat(30_000) }), undefined],
    ['a depth of 20', nested(20), undefined],
    ['a depth of 21', nested(21), 'nested more than 20 levels deep'],
    ['many side by side', `[${nested(19).repeat(1)}${`,${nested(19)}`.repeat(100)}]`, undefined],
    ['20,000 parts', `[${'1,'.repeat(19_999)}1]`, undefined],
    ['20,001 parts', `[${'1,'.repeat(20_000)}1]`, 'more than 20000 parts'],
    ['a quote that never ends', `"${'['.repeat(100)}`, undefined],
    ['a backslash at its end', '"\\', undefined],
    ['a backslash that ends a text', `["\\\\", ${nested(20)}]`, 'nested more than 20 levels deep'],
    ['a quote within a text', `["\\\\\\"", "${'['.repeat(100)}"]`, undefined],
  ])('%s', (_, text, fault) => {
    expect(jsonFault(text)).toBe(fault);
  });
});
