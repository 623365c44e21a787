import { describe, expect, it } from 'vitest';
import { resourceApi } from '../../src/api/resource-api.ts';
import { MetaRows, type RowOf } from '../../src/db/meta-rows.ts';

import type { Poll } from '../../src/sync/poll.ts';
import { PageReader } from '../../src/sync/pull/page-reader.ts';
import { planPull } from '../../src/sync/pull/plan-pull.ts';
import { pullCollection } from '../../src/sync/pull/pull.ts';
import { PullRunner } from '../../src/sync/pull/pull-runner.ts';
import type { SyncContext } from '../../src/sync/sync-context.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { FakeBackend, type Fault } from '../support/backend/fake-backend.ts';
import { watchPuts } from '../support/browser/idb-watch.ts';
import { anotherTab, atRest, contextOf, latch, make } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LIST = /customers\/customers\/$/;
const LATER_PAGE = /customers\/customers\/\?.*\bpage=\d/;
const THIRD_PAGE = /customers\/customers\/\?.*\bpage=3\b/;
const LOST: Fault = { kind: 'dropBefore' };

/** A server with so many customers, 20 a page, and a tab that has just signed in there. */
async function aNewDevice(
  customers: number,
  faults: readonly (readonly [path: RegExp, fault: Fault, times: number])[] = [],
  backend = new FakeBackend(),
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  for (let n = 0; n < customers; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
  for (const [path, fault, times] of faults) backend.plan('GET', path, fault, times);
  const tab = new TestTab(backend);
  await tab.signIn();
  return { backend, tab };
}

function aPageReader({ send, clock, signal }: SyncContext): PageReader {
  const { list } = resourceApi(send, 'customers');
  return new PageReader({ list, atOnce: () => 0, small: false, clock, signal });
}

/** Pages that reached the server, counted from the last call. */
function pageCounter(backend: FakeBackend): () => number {
  let before = backend.count('GET', LIST);
  return () => {
    const all = backend.count('GET', LIST);
    const asked = all - before;
    before = all;
    return asked;
  };
}

const held = async (tab: TestTab): Promise<number> => (await tab.rows()).length;

/** The first pull has broken off behind the second page, and the device stays without a connection. */
async function brokenOff(
  customers: number,
  backend = new FakeBackend(),
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const device = await aNewDevice(customers, [[THIRD_PAGE, LOST, 1000]], backend);
  const { tab } = device;
  await tab.until(async () => typeof (await tab.collection())?.error === 'string');
  expect((await tab.collection())?.download).toMatchObject({ read: 40 });
  expect(await held(tab)).toBe(40);
  tab.browser.setOnline(false);
  backend.forgetPlans();
  return device;
}

describe('[L11] the first pull of a collection', () => {
  it('[L20] asks for five pages at once, and takes each in once', async () => {
    const pages = latch();
    const { backend, tab } = await aNewDevice(200, [
      [LATER_PAGE, { kind: 'hold', until: pages.opened }, 100],
    ]);
    await tab.pass(2000);
    expect(backend.count('GET', LIST)).toBe(6);
    pages.open();
    await atRest(tab);
    expect([await held(tab), backend.count('GET', LIST)]).toEqual([200, 10]);
  });

  it('takes in at most 300 rows at once, however many pages have arrived', async () => {
    const backend = new FakeBackend();
    backend.options.pageSize = 100;
    const page = latch();
    backend.plan('GET', /customers\/customers\/\?page=2\b/, { kind: 'hold', until: page.opened });
    const { tab } = await aNewDevice(700, [], backend);
    const commits: number[] = [];
    tab.records.db.changes.onKeys('customers', (keys) => commits.push(keys.length));
    await tab.until(() => backend.count('GET', LIST) > 5);
    page.open();
    await atRest(tab);
    expect(await held(tab)).toBe(700);
    expect(Math.max(...commits)).toBe(300);
  });

  it('writes a long page in one commit, and at most 100 rows of it in one task', async () => {
    const backend = new FakeBackend();
    backend.options.pageSize = 350;
    const mostAtOnce = watchPuts('customers');
    const { tab } = await aNewDevice(350, [], backend);
    const commits: number[] = [];
    tab.records.db.changes.onKeys('customers', (keys) => commits.push(keys.length));
    await atRest(tab);
    expect([await held(tab), commits, mostAtOnce()]).toEqual([350, [350], 100]);
  });

  it('[L22] asks once more for a page that was lost among others, and fails for none', async () => {
    const { backend, tab } = await aNewDevice(200, [[/\bpage=4\b/, LOST, 1]]);
    await tab.until(async () => (await tab.collection())?.complete === true);
    expect([await held(tab), backend.count('GET', LIST)]).toEqual([200, 10]);
    expect(backend.count('GET', /auth\/user/)).toBe(2);
  });

  it('[P19] has the server reached before anything is sent, where a page that was asked for ahead was lost', async () => {
    const pages = latch();
    const { backend, tab } = await aNewDevice(200, [
      [/\bpage=4\b/, LOST, 1],
      [LATER_PAGE, { kind: 'hold', until: pages.opened }, 100],
    ]);
    await tab.pass(2000);
    const before = backend.requests.length;
    await make(tab, { first_name: 'Zoe', email: 'zoe@example.com' });
    await tab.until(() => backend.count('POST', LIST) === 1);
    const since = backend.requests.slice(before).map(({ method, path }) => `${method} ${path}`);
    expect(since).toEqual(['GET /api/v1/auth/user/', 'POST /api/v1/customers/customers/']);
    pages.open();
    await atRest(tab);
    expect(await held(tab)).toBe(201);
  });

  it('[L49, L50] resumes where it stopped, as soon as the server can be reached', async () => {
    const { backend, tab } = await brokenOff(100);
    const begunAt = (await tab.collection())?.download?.startedAt;
    const asked = pageCounter(backend);
    await tab.pass(60_000, 5000);
    tab.browser.setOnline(true);
    await tab.until(async () => (await tab.collection())?.complete === true);
    expect([await held(tab), asked()]).toEqual([100, 3]);
    expect(await tab.collection()).toMatchObject({ error: null, download: null, pulledAt: begunAt });
  });

  it('[L49, L50] resumes in a tab that is opened later', async () => {
    const { backend, tab } = await brokenOff(100);
    const begunAt = (await tab.collection())?.download?.startedAt;
    tab.crash();
    const next = await anotherTab(tab);
    const asked = pageCounter(backend);
    await next.pass(60_000, 5000);
    next.browser.setOnline(true);
    await next.until(async () => (await next.collection())?.complete === true);
    expect([await held(next), asked()]).toEqual([100, 3]);
    expect((await next.collection())?.pulledAt).toBe(begunAt);
  });

  it('[L49] starts over after a day, or after the clock was set back', async () => {
    const later = await brokenOff(60);
    later.tab.browser.clock.advance(25 * 60 * 60_000);
    const askedLater = pageCounter(later.backend);
    later.tab.browser.setOnline(true);
    await later.tab.until(async () => (await later.tab.collection())?.complete === true);
    expect(askedLater()).toBe(3);

    const earlier = await brokenOff(60);
    earlier.tab.browser.clock.putBack(60_000);
    const askedEarlier = pageCounter(earlier.backend);
    earlier.tab.browser.setOnline(true);
    await earlier.tab.until(async () => (await earlier.tab.collection())?.complete === true);
    expect(askedEarlier()).toBe(3);
  });

  it('[L2] is not taken for complete where the server’s rows have changed between its sittings', async () => {
    const { backend, tab } = await brokenOff(60);
    backend.remove(1);
    tab.browser.setOnline(true);
    await tab.until(async () => (await tab.collection())?.download === null);
    expect((await tab.collection())?.complete).toBe(false);
    await atRest(tab);
    expect(await held(tab)).toBe(59);
  });

  it('[X20] of a list without a count is done once more before a feed takes its place', async () => {
    const uncounted = new FakeBackend();
    uncounted.options.counts = false;
    uncounted.extensions.features.add('changes');
    const { tab, backend } = await brokenOff(60, uncounted);
    // On the first page, so that a row of the third moves up to the second.
    backend.remove(60);
    tab.browser.setOnline(true);
    const { meta } = tab.records.db.relaxed;
    await tab.until(async () => ((await meta.get('feed')) as RowOf<'feed'> | undefined)?.ready === true);
    await tab.pass(70_000, 1000);
    expect((await tab.rows()).map(({ serverId }) => Number(serverId)).sort((a, b) => a - b)).toEqual(
      backend.customers.map(({ id }) => id),
    );
  });

  it('[L51] is no snapshot that settles an unknown create, once it went on from what the disk knows', async () => {
    const { backend, tab } = await brokenOff(60);
    const results = backend.customers.slice(0, 20);
    const context = contextOf(tab, async () => jsonAnswer(200, { count: 60, next: null, results }));
    const read = () => pullCollection(context, { resource: 'customers', pages: aPageReader(context) });
    expect(await read()).toMatchObject({ stable: true, snapshot: null });
    expect(await tab.collection()).toMatchObject({ complete: true });
  });

  it('lets changes be made meanwhile, and has them once', async () => {
    const pages = latch();
    const { tab } = await aNewDevice(100, [[THIRD_PAGE, { kind: 'hold', until: pages.opened }, 1]]);
    await tab.until(async () => (await tab.collection())?.download?.read === 40);
    await make(tab, { first_name: 'Zoe', email: 'zoe@example.com' });
    await tab.drained();
    pages.open();
    await atRest(tab);
    expect([await held(tab), (await tab.collection())?.download]).toEqual([101, null]);
  });

  it('[L52] is asked for again with the usual patience where the server refuses a page', async () => {
    const refusal: Fault = { kind: 'answer', status: 400, body: { detail: 'No.' } };
    const { backend, tab } = await aNewDevice(60, [[THIRD_PAGE, refusal, 1]]);
    await tab.until(async () => typeof (await tab.collection())?.error === 'string');
    const asked = pageCounter(backend);
    await tab.pass(20_000);
    expect(asked()).toBe(0);
    await atRest(tab);
    expect([await held(tab), asked()]).toEqual([60, 1]);
  });

  it.each([429, 425])(
    '[L84, L53] goes on as soon as a pause is over that the server asked for with %i',
    async (status) => {
      const patience: Fault = {
        kind: 'answer',
        status,
        headers: { 'retry-after': '10' },
        body: { detail: 'Busy.' },
      };
      const { backend, tab } = await aNewDevice(60, [[THIRD_PAGE, patience, 1]]);
      await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
      expect(await tab.collection()).toMatchObject({ error: null, download: { read: 40 } });
      const asked = pageCounter(backend);
      await tab.pass(9_000);
      expect(asked()).toBe(0);
      await tab.pass(4_000);
      expect([await held(tab), asked()]).toEqual([60, 1]);
      expect(await tab.collection()).toMatchObject({ error: null, complete: true });
    },
  );

  it('[L24] gives a page more time once it took too long, and asks for fewer rows until they are soon there', async () => {
    const { tab } = await aNewDevice(0);
    await atRest(tab);
    const asked: string[] = [];
    const tookMs = [null, null, 5000, 500, 500];
    const send: SyncContext['send'] = async ({ path, timeoutMs }) => {
      const isOther = !path.includes('/customers/');
      const took = isOther ? 0 : (tookMs[asked.length] ?? null);
      if (!isOther) asked.push(`${path.split('?')[1]} ${timeoutMs}`);
      if (took === null) return { kind: 'noAnswer', cause: 'timeout' };
      tab.browser.clock.advance(took);
      return jsonAnswer(200, { count: 0, next: null, previous: null, results: [] });
    };
    const runner = new PullRunner(contextOf(tab, send), {
      atOnce: () => 4,
      lost: () => {},
      settingsAt: () => {},
    });
    const poll: Poll = {
      open: [],
      waitsFor: new Map(),
      meta: new MetaRows([]),
      drainStartedAt: null,
      features: new Set(),
    };
    while (asked.length < 5) {
      runner.wantAll();
      await runner.run(planPull(poll, runner.facts(poll, true)), poll);
      await tab.pass(60_000, 1000);
    }
    const small = 'page_size=250 30000';
    expect(asked).toEqual(['page_size=750 10000', small, small, small, 'page_size=750 10000']);
  });
});
