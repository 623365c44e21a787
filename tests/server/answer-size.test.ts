import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { ALWAYS_FIT, ANSWER_BYTES, BESIDE_TEXTS } from '../../server/http/size-limits.ts';
import { serverResources } from '../../server/resources/server-resources.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { classify } from '../../src/sync/push/classify-answer.ts';
import { makeBook } from '../support/server/company-book.ts';
import { inCompany } from '../support/server/company-sql.ts';
import { ESTIMATES, FATTEST, makeEstimates, writeEstimates } from '../support/server/fat-records.ts';
import { send } from '../support/server/send.ts';
import { build, type TestAccount, type TestServer } from '../support/server/server.ts';

const CHANGES = '/api/v1/sync/changes/';
const BATCH = '/api/v1/sync/batch/';

let server: TestServer;
let serial = 0;

beforeAll(async () => {
  server = await build({ extensions: new Set(EXTENSIONS) });
});

afterAll(() => server.close());

async function someone(): Promise<TestAccount> {
  serial += 1;
  return server.account(`user${serial}`);
}

interface ListPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly { readonly id: number }[];
}

/** One page. Its answer is never larger than the bound. */
async function pageAt({ token }: TestAccount, query: string): Promise<ListPage> {
  const { status, text, json } = await send(server, `GET ${ESTIMATES}${query}`, { token });
  expect(status).toBe(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES);
  return json as ListPage;
}

/** The ids on all pages, and how many each page had. `between` runs behind each page. */
interface Read {
  readonly ids: number[];
  readonly sizes: number[];
}
type Between = (page: number) => Promise<void>;
const NOTHING: Between = async () => undefined;

/** As a client does that goes where `next` leads. */
async function followed(account: TestAccount, query: string, between = NOTHING): Promise<Read> {
  const read: Read = { ids: [], sizes: [] };
  for (let next: string | null = query; next !== null; ) {
    const page = await pageAt(account, next);
    read.ids.push(...page.results.map(({ id }) => id));
    read.sizes.push(page.results.length);
    next = page.next === null ? null : new URL(page.next).search;
    await between(read.sizes.length);
  }
  return read;
}

/** As a client does that counts pages by itself, and looks only whether there is a next one. */
async function counted(account: TestAccount, size: number, between = NOTHING): Promise<Read> {
  const read: Read = { ids: [], sizes: [] };
  for (let more = true; more; ) {
    const page = await pageAt(account, `?page_size=${size}&page=${read.sizes.length + 1}`);
    read.ids.push(...page.results.map(({ id }) => id));
    read.sizes.push(page.results.length);
    more = page.next !== null;
    await between(read.sizes.length);
  }
  return read;
}

const newestFirst = (ids: readonly number[]) => ids.toSorted((a, b) => b - a);

describe('a list of which a thousand records do not fit into an answer', () => {
  let account: TestAccount;
  let ids: readonly number[];

  beforeAll(async () => {
    account = await someone();
    const thin = await makeEstimates(server, account, { count: 150, sign: '' });
    const fat = await makeEstimates(server, account, { count: 60, sign: FATTEST[0] });
    const more = await makeEstimates(server, account, { count: 90, sign: '' });
    ids = [...thin, ...fat, ...more];
    await inCompany(server.db, account.user.companyId, "update estimates set created_at = '2026-01-01'");
  });

  it.each(['?page_size=1000', '?page_size=750', '?page_size=997', ''])(
    'has pages of one size from the first one on, and each record once, for %s',
    async (query) => {
      const read = await followed(account, query);
      expect(read.ids).toEqual(newestFirst(ids));
      expect(new Set(read.sizes.slice(0, -1))).toEqual(new Set([16]));
    },
  );

  it.each([1000, 750, 17])('has them as well for who counts pages of %i by himself', async (size) => {
    expect((await counted(account, size)).ids).toEqual(newestFirst(ids));
  });

  it('has them also for a client that counts pages at a freshly started server', async () => {
    const page = await pageAt(account, '?page_size=1000');
    const other = await build({ db: server.db });
    const second = await send(other, `GET ${ESTIMATES}?page_size=1000&page=2`, { token: account.token });
    await other.app.close();
    const shown = [...page.results, ...(second.json as ListPage).results];
    expect(shown.map(({ id }) => id)).toEqual(newestFirst(ids).slice(0, 32));
  });

  it('has the pages as they were asked for, where these fit', async () => {
    expect((await followed(account, '?page_size=12')).sizes.slice(0, -1)).toEqual(Array(24).fill(12));
    const page = await pageAt(account, `?page_size=${ALWAYS_FIT}&page=2`);
    expect(new URL(page.next ?? '').search).toBe(`?page_size=${ALWAYS_FIT}&page=3`);
  });

  it('has no page behind the last one', async () => {
    const { token } = account;
    for (const query of ['?page_size=1000&page=20', '?page_size=16&page=20&exact=1']) {
      expect((await send(server, `GET ${ESTIMATES}${query}`, { token })).status).toBe(404);
    }
  });
});

describe('a list with a few long records', () => {
  it('has pages as they were asked for', async () => {
    const account = await someone();
    const ids = await makeEstimates(server, account, { count: 1_010, sign: '' });
    await writeEstimates(server, account, { ids: ids.slice(-10), sign: FATTEST[0] });
    const read = await followed(account, '?page_size=1000');
    expect(read.sizes).toEqual([1000, 10]);
    expect(read.ids.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe.each([
  ['followed', (account: TestAccount, between: Between) => followed(account, '?page_size=100', between)],
  ['counted', (account: TestAccount, between: Between) => counted(account, 100, between)],
])('a list whose pages are %s', (_, read) => {
  it('shows each record once although all of them grow meanwhile, twice over', async () => {
    const account = await someone();
    const ids = await makeEstimates(server, account, { count: 330, sign: '' });
    const { ids: shown, sizes } = await read(account, async (page) => {
      // In one statement: the order of the list stays, by id.
      if (page === 1) await writeEstimates(server, account, { ids, sign: 'x' });
      if (page === 3) await writeEstimates(server, account, { ids, sign: FATTEST[1] });
    });
    expect(shown.toSorted((a, b) => a - b)).toEqual(ids);
    expect(sizes.slice(0, 5)).toEqual([100, 28, 64, 8, 8]);
  });

  it('shows each record once although all of them become short meanwhile', async () => {
    const account = await someone();
    const ids = await makeEstimates(server, account, { count: 100, sign: FATTEST[0] });
    const { ids: shown } = await read(account, async (page) => {
      if (page === 2) await writeEstimates(server, account, { ids, sign: '' });
    });
    expect(shown.toSorted((a, b) => a - b)).toEqual(ids);
  });
});

describe('the size that a record is assumed to have', () => {
  it.each(RESOURCE_NAMES)('is no less than it does in an answer: %s', async (name) => {
    const account = await someone();
    const book = await makeBook(server, account, 'x');
    const { table } = serverResources[name];
    const texts = await inCompany<{ column: string; most: number }>(
      server.db,
      account.user.companyId,
      `select column_name as column, coalesce(character_maximum_length, 10000) as most
       from information_schema.columns where table_name = $1 and data_type in ('text', 'character varying')
         and column_name not in ('customer_type', 'project_type', 'status', 'priority')`,
      [table],
    );
    for (const sign of [...FATTEST, '"', '\n', 'ü']) {
      const set = texts.map(({ column, most }) => `${column} = repeat($1, ${most})`).join(', ');
      await inCompany(server.db, account.user.companyId, `update ${table} set ${set}`, [sign]);
      const [row] = await inCompany<{ bytes: number }>(
        server.db,
        account.user.companyId,
        `select bytes from ${table}`,
      );
      const { text } = await send(server, `GET ${specOf(name).path}${book[name]}/`, { token: account.token });
      const weight = (row?.bytes ?? 0) + BESIDE_TEXTS;
      expect(weight).toBeGreaterThanOrEqual(Buffer.byteLength(text));
      expect(weight * ALWAYS_FIT).toBeLessThan(ANSWER_BYTES);
    }
  });
});

interface FeedPage {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly { readonly resource: string; readonly id: number; readonly row?: object }[];
}

describe('the feed', () => {
  it('stops where an answer is full, and goes on from there', async () => {
    const account = await someone();
    const { token } = account;
    const begun = (await send(server, `GET ${CHANGES}`, { token })).json as FeedPage;
    const fat = await makeEstimates(server, account, { count: 40, sign: FATTEST[1] });
    const thin = await makeEstimates(server, account, { count: 30, sign: '' });
    await send(server, `DELETE ${ESTIMATES}${thin[0]}/`, { token });
    const told: string[] = [];
    let pages = 0;
    for (let { cursor, more } = { ...begun, more: true }; more; pages += 1) {
      const { text, json } = await send(server, `GET ${CHANGES}?cursor=${cursor}&limit=500`, { token });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ANSWER_BYTES);
      const page = json as FeedPage;
      told.push(
        ...page.changes.map(({ resource, id, row }) => `${resource} ${id} ${row ? 'row' : 'deleted'}`),
      );
      ({ cursor, more } = page);
    }
    const rows = [...fat, ...thin.slice(1)].map((id) => `estimates ${id} row`);
    const expected = [...rows, `estimates ${thin[0]} deleted`];
    expect(told.filter((one) => one.startsWith('estimates'))).toEqual(expected);
    expect(told).toHaveLength(expected.length + 2);
    expect(pages).toBe(4);
  });
});

describe('a batch whose records do not fit into its answer', () => {
  it('is carried out whole; where a record is left out the app reads it', async () => {
    const account = await someone();
    const { token } = account;
    const ids = await makeEstimates(server, account, { count: 40, sign: FATTEST[0] });
    const mutations = ids.map((record) => ({
      id: String(record),
      method: 'PATCH',
      resource: 'estimates',
      record,
      body: { title: 'Floor' },
    }));
    const answer = await send(server, `POST ${BATCH}`, { token, body: { mutations } });
    expect(Buffer.byteLength(answer.text)).toBeLessThan(ANSWER_BYTES * 1.01);
    const { results } = answer.json as { results: { id: string; status: number; body: object | null }[] };
    expect(results.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(results.filter(({ body }) => body !== null)).toHaveLength(16);
    const titles = await inCompany<{ n: number }>(
      server.db,
      account.user.companyId,
      "select count(*) as n from estimates where title = 'Floor'",
    );
    expect(titles[0]?.n).toBe(40);
    const left = { kind: 'response', status: 200, body: { kind: 'empty' }, retryAfter: null } as const;
    expect(classify('update', left)).toEqual({ do: 'settle', fault: false });
  });
});
