import { describe, expect, it, vi } from 'vitest';
import { resourceApi } from '../../src/api/resource-api.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull, requestSync } from '../../src/records/use-sync-status.ts';
import { freeClosedWork } from '../../src/sync/engine/tasks.ts';
import { PageReader } from '../../src/sync/pull/page-reader.ts';
import { pullCollection } from '../../src/sync/pull/pull.ts';
import type { PullState } from '../../src/sync/pull/pull-state.ts';
import type { SyncContext } from '../../src/sync/sync-context.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { FakeBackend, type Fault } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { atRest, contextOf, edit, latch, make, open, remove, rowOf } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/$/;
const ITEM = /customers\/customers\/\d+\/$/;
const FOURTH_PAGE = /customers\/customers\/\?page=4\b/;
const PATIENCE: Fault = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': '30' },
  body: { detail: 'Request was throttled.' },
};

const idsOf = (backend: FakeBackend): number[] => backend.customers.map(({ id }) => id);
const idsOn = async (tab: TestTab): Promise<number[]> =>
  (await tab.rows()).map(({ serverId }) => Number(serverId)).sort((a, b) => a - b);

function aPageReader({ send, clock, signal }: SyncContext, small: boolean): PageReader {
  const { list } = resourceApi(send, 'customers');
  return new PageReader({ list, atOnce: () => 0, small, clock, signal });
}

/** A tab at rest over a server with so many customers, 20 a page. */
async function aDevice(
  rows: number,
  lists: 'paged' | 'uncounted' = 'paged',
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = new FakeBackend();
  backend.options.counts = lists === 'paged';
  for (let n = 0; n < rows; n += 1) backend.seed({ ...ann, email: `n${n}@example.com`, first_name: `N${n}` });
  const tab = new TestTab(backend);
  await tab.signIn();
  await atRest(tab);
  await tab.pass(120_000, 5000);
  return { backend, tab };
}

/** A pull that is not the first one has broken off in front of its fourth page, which the server wants 30 s for. */
async function brokenOff(
  lists: 'paged' | 'uncounted' = 'paged',
): Promise<{ backend: FakeBackend; tab: TestTab; asked: () => number }> {
  const { backend, tab } = await aDevice(100, lists);
  backend.plan('GET', FOURTH_PAGE, PATIENCE);
  await requestPull(tab.records, 'customers');
  await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
  const before = backend.count('GET', LIST);
  return { backend, tab, asked: () => backend.count('GET', LIST) - before };
}

/** The server lets a device ask so often a minute, and then not before the minute is over. */
function throttle(backend: FakeBackend, tab: TestTab, perMinute: number): void {
  const real = backend.fetch;
  let [minute, used] = [-1, 0];
  backend.fetch = async (input, init) => {
    const now = tab.browser.clock.now();
    const at = Math.floor(now / 60_000);
    used = at === minute ? used + 1 : 1;
    minute = at;
    if (used <= perMinute) return real(input, init);
    const wait = Math.ceil(((at + 1) * 60_000 - now) / 1000) + 1;
    const headers = { 'retry-after': String(wait) };
    return Response.json({ detail: 'Request was throttled.' }, { status: 429, headers });
  };
}

/** The server lets a device ask once in so many ms: what comes sooner is refused. */
function spaceOut(backend: FakeBackend, tab: TestTab, everyMs: number): void {
  const real = backend.fetch;
  let freeAt = 0;
  backend.fetch = async (input, init) => {
    const now = tab.browser.clock.now();
    if (now >= freeAt) {
      freeAt = now + everyMs;
      return real(input, init);
    }
    const headers = { 'retry-after': String(Math.ceil((freeAt - now) / 1000)) };
    return Response.json({ detail: 'Request was throttled.' }, { status: 429, headers });
  };
}

describe('a pull that breaks off', () => {
  it('[L12, L56, L60] resumes where it stopped: it reads the last page again, then one page at a time', async () => {
    const { tab, backend, asked } = await brokenOff();
    const readAt = (await tab.collection())?.triedAt;
    await tab.pass(25_000);
    expect(asked()).toBe(0);
    await tab.pass(10_000);
    // The third page once more, the fourth and the fifth.
    expect(asked()).toBe(3);
    expect(await tab.collection()).toMatchObject({ pulledAt: readAt, error: null, complete: true });
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it('[L12, L56] resumes where it stopped when the connection was lost', async () => {
    const { backend, tab } = await aDevice(100);
    backend.plan('GET', FOURTH_PAGE, { kind: 'dropBefore' }, 2);
    const before = backend.count('GET', LIST);
    const readAt = (await tab.collection())?.pulledAt;
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await tab.collection())?.pulledAt !== readAt);
    // The fifth page was asked for with the fourth; then the third comes once more, and what is behind it.
    expect(backend.count('GET', LIST) - before).toBe(4 + 3);
  });

  it.each(['paged', 'uncounted'] as const)(
    '[L58] tells of what others deleted behind the break (%s)',
    async (lists) => {
      const { backend, tab } = await brokenOff(lists);
      backend.remove(3);
      await tab.pass(35_000);
      await requestPull(tab.records, 'customers');
      await tab.pass(5000);
      await tab.until(async () => (await rowOf(tab, 3)) === undefined);
      expect(await idsOn(tab)).toEqual(idsOf(backend));
    },
  );

  it.each(['paged', 'uncounted'] as const)(
    '[L57] judges nothing where others deleted what it had read (%s)',
    async (lists) => {
      const { backend, tab } = await brokenOff(lists);
      const readAt = (await tab.collection())?.pulledAt;
      backend.remove(95);
      await tab.pass(35_000);
      expect(backend.count('GET', ITEM)).toBe(0);
      expect((await tab.collection())?.pulledAt).toBe(readAt);
    },
  );

  it('[L58] does not ask about what was made here in the meantime, nor bring back what was deleted', async () => {
    const { backend, tab } = await brokenOff();
    tab.browser.setOnline(false);
    await make(tab);
    await remove(tab, 2);
    await remove(tab, 99);
    tab.browser.setOnline(true);
    await tab.pass(45_000);
    await tab.until(async () => (await open(tab)).length === 0);
    await tab.pass(5000);
    expect(backend.count('GET', ITEM)).toBe(0);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it.each(['first', 'later'])(
    '[L87, L63] is not complete where room was made in the meantime: %s',
    async (which) => {
      const backend = new FakeBackend();
      const customer = backend.seed(ann).id;
      for (let n = 0; n < 100; n += 1)
        backend.seed({ title: `P${n}`, status: 'completed', customer }, 'projects');
      const breaksOff = (): void => backend.plan('GET', /projects\/projects\/\?page=4\b/, PATIENCE);
      const tab = new TestTab(backend);
      if (which === 'first') breaksOff();
      await tab.signIn();
      if (which === 'later') {
        await atRest(tab);
        await tab.pass(120_000, 5000);
        breaksOff();
        await requestPull(tab.records, 'projects');
      }
      await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
      await freeClosedWork(contextOf(tab, () => Promise.reject(new Error('Nothing is sent.'))));
      const isRead = async (): Promise<boolean> => (await tab.collection('projects'))?.pulledAt !== null;
      await tab.pass(35_000);
      expect([await isRead(), (await tab.collection('projects'))?.complete]).toEqual([true, false]);
      await tab.until(async () => (await tab.collection('projects'))?.complete === true);
      expect(await tab.rows('projects')).toHaveLength(100);
    },
  );

  it('[L65, L42] does not answer a "Sync now" that was pressed before it resumes', async () => {
    const { backend, tab } = await brokenOff();
    backend.change(3, { first_name: 'Changed' });
    await tab.pass(1000);
    const pressedAt = tab.browser.clock.now();
    await requestSync(tab.records);
    await tab.pass(60_000);
    expect((await tab.collection())?.pulledAt).toBeGreaterThan(pressedAt);
    expect((await rowOf(tab, 3))?.view?.['first_name']).toBe('Changed');
  });

  it('[L12] starts over in another tab', async () => {
    const { backend, tab, asked } = await brokenOff();
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(() => next.services.records.getSnapshot() !== null);
    await next.until(() => asked() >= 5);
    await next.pass(3000);
    expect(asked()).toBe(5);
  });
});

it('[L55] a pull that came no further in its last sitting is gone on with after a minute', async () => {
  const { backend, tab } = await aDevice(100);
  backend.plan('GET', FOURTH_PAGE, { kind: 'dropBefore' }, 1000);
  await requestPull(tab.records, 'customers');
  // The third page once more, in the second sitting, and nothing behind it.
  const thirds = () => backend.urls.filter((url) => /\bpage=3\b/.test(url)).length;
  const before = thirds();
  await tab.until(() => thirds() === before + 2);
  await tab.pass(5000);
  const asked = backend.count('GET', LIST);
  await tab.pass(45_000, 1000);
  expect(backend.count('GET', LIST)).toBe(asked);
  backend.forgetPlans();
  const readAt = (await tab.collection())?.pulledAt;
  await tab.until(async () => (await tab.collection())?.pulledAt !== readAt);
});

it('[L59] a pull that resumes in smaller pages proves nothing, and no feed is relied on after it', async () => {
  const { backend, tab } = await aDevice(60);
  const pages = new Map<string, unknown>();
  const context = contextOf(tab, async ({ path }) => {
    const page = pages.get(new URL(path, backend.origin).searchParams.get('page') ?? '1');
    return page ? jsonAnswer(200, page) : { kind: 'noAnswer', cause: 'network' };
  });
  const rows = (from: number, to: number) => backend.customers.slice(from, to);
  // Without a count, and of the second page one row is missing.
  pages.set('1', { next: '?page=2', results: rows(0, 20) });
  const read = (small: boolean, broken: PullState | null) =>
    pullCollection(context, {
      resource: 'customers',
      pages: aPageReader(context, small),
      sitting: { broken, makesWay: () => false },
    });
  const first = await read(false, null);
  expect(first.goesOn?.next).toBe('?page=2');
  pages.set('2', { next: null, results: rows(21, 60) });
  const second = await read(true, first.goesOn);
  expect(second).toMatchObject({ stable: true, snapshot: null });
  expect((await tab.collection())?.shifted).toBe(true);
  expect(await rowOf(tab, backend.customers[20]?.id ?? 0)).toBeDefined();
});

it('[L64] a pull is not complete in which a person has let rows in', async () => {
  const { backend, tab } = await aDevice(45);
  backend.plan('POST', LIST, { kind: 'dropAfter' });
  await make(tab, { email: 'duplicate@example.com' });
  await tab.until(() => backend.customers.length === 46);
  backend.seed({ ...ann, email: 'duplicate@example.com' });
  await tab.drained();
  expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
  await tab.pass(120_000, 5000);
  const page = latch();
  backend.plan('GET', /\bpage=2\b/, { kind: 'hold', until: page.opened });
  const readAt = (await tab.collection())?.pulledAt;
  await requestPull(tab.records, 'customers');
  await tab.pass(2000);
  await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' });
  page.open();
  await tab.until(async () => (await tab.collection())?.pulledAt !== readAt);
  expect((await tab.collection())?.complete).toBe(false);
  await tab.until(async () => (await tab.collection())?.complete === true);
});

describe('a server that throttles, with a list that takes longer than it allows', () => {
  it.each<[what: string, fault: Fault, posts: number]>([
    ['that had arrived', { kind: 'dropAfter' }, 1],
    ['that had not', { kind: 'dropBefore' }, 1],
  ])('[L58, U2] a create is settled whose answer was lost, %s', async (_, fault, posts) => {
    const backend = new FakeBackend();
    backend.options.pageSize = 5;
    for (let n = 0; n < 300; n += 1)
      backend.seed({ ...ann, email: `n${n}@example.com`, first_name: `N${n}` });
    const tab = new TestTab(backend);
    throttle(backend, tab, 25);
    await tab.signIn();
    for (let n = 0; n < 60 && !(await tab.collection())?.complete; n += 1) await tab.pass(60_000, 5000);
    expect((await tab.collection())?.complete).toBe(true);
    const before = backend.count('POST', LIST);
    backend.plan('POST', /customers\/customers/, fault);
    await make(tab, { email: 'lost@example.com' });
    for (let n = 0; n < 60 && (await open(tab)).length > 0; n += 1) await tab.pass(60_000, 10_000);
    expect(await open(tab)).toEqual([]);
    expect(backend.customers.filter(({ email }) => email === 'lost@example.com')).toHaveLength(1);
    expect(backend.count('POST', LIST) - before).toBe(posts);
  });

  it('[L61] a pull comes to its end where no two requests in a row are allowed', async () => {
    const { backend, tab } = await aDevice(100);
    const readAt = (await tab.collection())?.pulledAt;
    spaceOut(backend, tab, 3000);
    await requestPull(tab.records, 'customers');
    for (let n = 0; n < 5 && (await tab.collection())?.pulledAt === readAt; n += 1)
      await tab.pass(60_000, 1000);
    expect((await tab.collection())?.pulledAt).toBeGreaterThan(readAt ?? 0);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
  });

  it('[L54, L36] missing rows are checked after the pause, without reading the list again', async () => {
    const { backend, tab } = await aDevice(100);
    throttle(backend, tab, 5);
    for (const id of [7, 8, 9]) backend.remove(id);
    await tab.pass(60_000 - (tab.browser.clock.now() % 60_000));
    const before = backend.count('GET', LIST);
    await requestPull(tab.records, 'customers');
    for (let n = 0; n < 20 && (await tab.rows()).length > 97; n += 1) await tab.pass(60_000, 1000);
    expect(await idsOn(tab)).toEqual(idsOf(backend));
    expect(backend.count('GET', LIST) - before).toBeLessThan(7);
  });

  it('[L83] changes are sent where one pull uses up what is allowed in a minute', async () => {
    const { backend, tab } = await aDevice(120);
    throttle(backend, tab, 6);
    tab.browser.setOnline(false);
    await tab.pass(5 * 60_000, 5000);
    for (const id of [1, 2, 3, 4, 5]) await edit(tab, id, { city: 'Reno' });
    tab.browser.setOnline(true);
    for (let n = 0; n < 10 && (await open(tab)).length > 0; n += 1) await tab.pass(60_000, 1000);
    expect(await open(tab)).toEqual([]);
    expect(backend.customers.filter(({ city }) => city === 'Reno')).toHaveLength(5);
  });

  it('[L17] change markers are polled for less often while it keeps refusing', async () => {
    const { backend, tab } = await aDevice(5);
    throttle(backend, tab, 2);
    await tab.pass(30 * 60_000, 5000);
    const before = backend.count('GET', /\//);
    await tab.pass(30 * 60_000, 5000);
    expect(backend.count('GET', /\//) - before).toBeLessThan(10);
  });
});

it('[T34] an answer whose confirmation the browser’s question about leaving aborts is not searched for', async () => {
  const { backend, tab } = await aDevice(1);
  const answer = latch();
  backend.plan('POST', LIST, { kind: 'hold', until: answer.opened });
  await make(tab);
  await tab.until(() => backend.count('POST', LIST) === 1);
  const { watch } = tab.records.db.pageDatabases;
  const follow = watch.follow.bind(watch);
  let aborted = 0;
  vi.spyOn(watch, 'follow').mockImplementation((transaction) => {
    follow(transaction);
    if (aborted > 0 || transaction.mode === 'readonly' || !transaction.objectStoreNames.contains('journal'))
      return;
    aborted += 1;
    void Promise.resolve().then(() => watch.abortWrites());
  });
  answer.open();
  await tab.until(() => aborted === 1);
  await tab.pass(500);
  expect(await open(tab)).toEqual([]);
});
