import { describe, expect, it } from 'vitest';
import { readListPage } from '../../src/api/resource-api.ts';
import { delay } from '../../src/domain/ports.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { serverCopyOf } from '../../src/outbox/mirror-record.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import {
  isLastChangedFirst,
  isNews,
  type Marker,
  markerIn,
  pollForMarker,
} from '../../src/sync/pull/marker.ts';
import { NO_MARKER_YET } from '../../src/sync/pull/pull-policy.ts';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { aSyncedTab, contextOf, edit, firstRow, make, open, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const MINUTE = 60_000;
const CUSTOMERS = /customers\/customers\/\?/;
const MARKER = /customers\/customers\/\?page_size=20(&|$)/;
const WHOLE = /customers\/customers\/\?page_size=750/;

function many(count: number): Fields[] {
  return Array.from({ length: count }, (_, n) => ({ first_name: `N${n}`, email: `n${n}@example.com` }));
}

/** How often the server was asked for this. */
function asked(backend: FakeBackend, url: RegExp): number {
  return backend.urls.filter((one) => url.test(one)).length;
}

/** A tab on the screen, that nobody has touched for so long that whole pulls come as seldom as they ever do. */
async function anIdleTab(rows: number, prepare: (backend: FakeBackend) => void = () => {}) {
  const { backend, tab } = await aSyncedTab(many(rows));
  prepare(backend);
  await tab.pass(15 * MINUTE, 5000);
  return { backend, tab };
}

async function shows(tab: TestTab, name: string): Promise<boolean> {
  return (await tab.rows()).some(({ view }) => view?.['first_name'] === name);
}

/** How long it takes until it is so, in ms; not longer than eleven minutes. */
async function timeUntil(tab: TestTab, isSo: () => Promise<boolean>): Promise<number> {
  const from = tab.browser.clock.now();
  for (let n = 0; n < 660 && !(await isSo()); n += 1) await tab.pass(1000, 1000);
  return tab.browser.clock.now() - from;
}

describe('what another person changes, on a server without extensions', () => {
  it('[L46, L14] is on the screen soon, however often a list was looked at before', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    for (let n = 0; n < 6; n += 1) {
      await requestPull(tab.records, 'customers');
      await tab.pass(5000);
    }
    backend.seed({ ...ann, first_name: 'New' });
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(75_000);
  });

  it('[L72] is on the screen soon although the list takes long to read, and has been asked for again', async () => {
    const { backend, tab } = await aSyncedTab(many(100));
    await tab.pass(2 * MINUTE, 1000);
    const real = backend.fetch;
    backend.fetch = async (input, init) => {
      await delay(tab.browser.clock, 2000);
      return real(input, init);
    };
    for (let n = 0; n < 6; n += 1) {
      await requestPull(tab.records, 'customers');
      await tab.pass(5000, 500);
    }
    // The pull has ended, and the next one has to wait for minutes.
    const whole = asked(backend, WHOLE);
    backend.seed({ ...ann, first_name: 'New' });
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(75_000);
    expect(asked(backend, WHOLE)).toBe(whole);
  });

  it('[L47, L14] is on the screen soon after pulls that failed', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    backend.plan('GET', CUSTOMERS, { kind: 'answer', status: 429, headers: { 'retry-after': '8' } });
    await requestPull(tab.records, 'customers');
    await tab.pass(9000);
    backend.plan('GET', CUSTOMERS, { kind: 'dropAfter' });
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    backend.seed({ ...ann, first_name: 'New' });
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(75_000);
  });

  it('[L70] is on the screen within 75 s where the first page or the count shows it, also after a long time', async () => {
    const { backend, tab } = await anIdleTab(45);
    backend.seed({ ...ann, first_name: 'New' });
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(75_000);
    await tab.pass(11 * MINUTE, 5000);
    backend.change(44, { first_name: 'Changed' });
    expect(await timeUntil(tab, () => shows(tab, 'Changed'))).toBeLessThan(75_000);
    await tab.pass(11 * MINUTE, 5000);
    backend.remove(3);
    expect(await timeUntil(tab, async () => !(await rowOf(tab, 3)))).toBeLessThan(75_000);
  });

  it('[L73] is on the screen within ten minutes where they do not', async () => {
    const { backend, tab } = await anIdleTab(45);
    backend.change(3, { first_name: 'Old' });
    const took = await timeUntil(tab, () => shows(tab, 'Old'));
    expect(took).toBeGreaterThan(75_000);
    expect(took).toBeLessThanOrEqual(10 * MINUTE);
  });

  it('[L69] is on the screen within 75 s, wherever it is, where the server lists what was changed last', async () => {
    const { backend, tab } = await anIdleTab(45, (server) => {
      server.options.ordering = 'honored';
    });
    backend.change(3, { first_name: 'Old' });
    expect(await timeUntil(tab, () => shows(tab, 'Old'))).toBeLessThan(75_000);
  });

  it('[L71] shows within 75 s without a count, if a row has moved up', async () => {
    const { backend, tab } = await anIdleTab(45, (server) => {
      server.options.counts = false;
    });
    backend.remove(44);
    expect(await timeUntil(tab, async () => !(await rowOf(tab, 44)))).toBeLessThan(75_000);
  });

  it('[L48] is looked for when the connection is back', async () => {
    const { backend, tab } = await anIdleTab(45);
    tab.browser.setOnline(false);
    await tab.pass(5 * MINUTE, 5000);
    backend.seed({ ...ann, first_name: 'New' });
    tab.browser.setOnline(true);
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(3000);
  });
});

describe('a marker', () => {
  it('[L14, L73] is one request a minute, and while it shows nothing all is read every ten minutes', async () => {
    const { backend, tab } = await anIdleTab(45);
    const before = [MARKER, WHOLE].map((path) => asked(backend, path));
    await tab.pass(60 * MINUTE, 5000);
    const [markers = 0, pulls = 0] = [MARKER, WHOLE].map(
      (path, n) => asked(backend, path) - (before[n] ?? 0),
    );
    expect(markers).toBeGreaterThan(45);
    expect(markers).toBeLessThanOrEqual(60);
    expect(pulls).toBeGreaterThanOrEqual(6);
    expect(pulls).toBeLessThanOrEqual(7);
  });

  it('[L68] is looked for less often where a first page is most of a long list', async () => {
    const { backend, tab } = await aSyncedTab(many(300));
    backend.options.paging = 'bare';
    await tab.pass(30 * MINUTE, 1000);
    expect(asked(backend, MARKER)).toBeGreaterThanOrEqual(6);
    expect(asked(backend, MARKER)).toBeLessThanOrEqual(13);
  });

  it('[L14] is not looked for by a hidden tab', async () => {
    const { backend, tab } = await anIdleTab(45);
    tab.setVisible(false);
    const before = backend.asked;
    await tab.pass(20 * MINUTE, 5000);
    expect(backend.asked).toBe(before);
  });

  it('[L74] that shows nothing is no pull: the collection is as old as before', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    const before = await tab.collection();
    const markers = asked(backend, MARKER);
    await tab.until(async () => asked(backend, MARKER) === markers + 3);
    expect(await tab.collection()).toEqual(before);
  });

  it('[L14, L74] settles no unknown create', async () => {
    const { backend, tab } = await aSyncedTab(many(45));
    backend.plan('POST', /customers/, { kind: 'dropAfter' });
    await make(tab, { email: 'lost@example.com' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    const markers = asked(backend, MARKER);
    await tab.drained();
    expect(asked(backend, MARKER)).toBe(markers);
    expect(backend.customers).toHaveLength(46);
  });

  it('[L70] of a change of its own is no reason to read anything', async () => {
    const { backend, tab } = await anIdleTab(45);
    await edit(tab, 40, { city: 'Reno' });
    await make(tab, { email: 'own@example.com' });
    await tab.drained();
    await tab.pass(5000);
    const read = asked(backend, WHOLE);
    await tab.pass(5 * MINUTE, 5000);
    expect(asked(backend, WHOLE)).toBe(read);
  });

  it('[L69] is looked for in the usual order where the server will not order its list', async () => {
    const { backend, tab } = await anIdleTab(45, (server) => {
      server.options.ordering = 'refused';
    });
    expect(asked(backend, /ordering/)).toBeLessThanOrEqual(4);
    backend.seed({ ...ann, first_name: 'New' });
    expect(await timeUntil(tab, () => shows(tab, 'New'))).toBeLessThan(75_000);
    expect(tab.browser.errors).toEqual([]);
    expect((await tab.engine())?.reasons).toEqual([]);
  });

  it('[P1] that a portal answers is no marker: nothing is sent before the server is reached again', async () => {
    const { backend, tab } = await anIdleTab(45);
    backend.plan('GET', CUSTOMERS, { kind: 'html', status: 200 }, 1);
    await tab.until(async () => (await tab.engine())?.reasons.includes('captivePortal') === true);
    const before = backend.urls.length;
    await make(tab);
    await tab.drained();
    expect(backend.urls[before]).toMatch(/auth\/user/);
  });

  it('[L75] is believed again where the pull that it led to showed an older state', async () => {
    const { backend, tab } = await anIdleTab(15);
    const old = { ...firstRow(backend) };
    const others = backend.customers.slice(1).reverse();
    const stale = { count: 15, next: null, previous: null, results: [...others, old] };
    backend.plan('GET', WHOLE, { kind: 'answer', status: 200, body: stale });
    backend.change(1, { first_name: 'Changed' });
    expect(await timeUntil(tab, () => shows(tab, 'Changed'))).toBeLessThan(2.5 * MINUTE);
  });

  it('[L14] that never gets an answer is looked for once a minute, and the other lists as before', async () => {
    const { backend, tab } = await anIdleTab(45);
    backend.plan('GET', MARKER, { kind: 'dropBefore' }, 1000);
    const before = backend.asked;
    const markers = asked(backend, MARKER);
    await tab.pass(20 * MINUTE, 5000);
    expect(asked(backend, MARKER) - markers).toBeGreaterThan(10);
    expect(asked(backend, MARKER) - markers).toBeLessThanOrEqual(24);
    expect(backend.asked - before).toBeLessThan(20 * 6);
  });

  it('[L69] is looked for in the usual order where the server takes too long to order its list', async () => {
    const { tab } = await aSyncedTab();
    const paths: string[] = [];
    const context = contextOf(tab, async ({ path }) => {
      paths.push(path);
      return { kind: 'noAnswer', cause: 'timeout' };
    });
    const customers = { resource: 'customers', generation: 1 } as const;
    const { work, history } = await pollForMarker(context, { ...customers, history: NO_MARKER_YET });
    expect(work).toMatchObject({ contact: false, fault: true });
    await pollForMarker(context, { ...customers, history });
    expect(paths.map((path) => path.includes('ordering'))).toEqual([true, false]);
  });

  it('[L75] that is wrong again and again does not have the list read each minute', async () => {
    const { backend, tab } = await anIdleTab(45);
    let count = 100;
    const wrong = () => ({ count: (count += 1), next: null, previous: null, results: [] });
    const pulls = asked(backend, WHOLE);
    for (let n = 0; n < 60; n += 1) {
      backend.plan('GET', MARKER, { kind: 'answer', status: 200, body: wrong() });
      await tab.pass(MINUTE, 5000);
    }
    expect(asked(backend, WHOLE) - pulls).toBeLessThan(20);
  });
});

describe('what a first page shows', () => {
  const row = (id: number, first_name: string, updated_at = '2026-01-01T00:00:00Z') => ({
    id,
    first_name,
    updated_at,
  });
  const marker = (body: unknown): Marker =>
    markerIn(readListPage(body) ?? { rows: [], count: null, next: null });
  const held = (count: number, rows: readonly ReturnType<typeof row>[]) => ({
    count,
    copies: new Map(rows.map((one) => [one.id, serverCopyOf('customers', one, null)])),
  });

  it.each<[what: string, count: number | undefined, rows: ReturnType<typeof row>[], news: boolean]>([
    ['the same', 2, [row(2, 'Ben'), row(1, 'Ann')], false],
    ['the same in another order', 2, [row(1, 'Ann'), row(2, 'Ben')], false],
    ['the same, of which nobody counts more', undefined, [row(2, 'Ben')], false],
    ['another count', 3, [row(2, 'Ben'), row(1, 'Ann')], true],
    ['another row', 2, [row(3, 'Eve'), row(2, 'Ben')], true],
    ['another value', 2, [row(2, 'Bob'), row(1, 'Ann')], true],
  ])('[L70] %s: %s', (_, count, rows, news) => {
    const device = held(2, [row(1, 'Ann'), row(2, 'Ben')]);
    expect(isNews('customers', marker({ results: rows, next: null, count }), device)).toBe(news);
  });

  it('[L69] that what was changed last comes first it shows by itself', () => {
    const times = (...days: number[]) =>
      marker(days.map((day) => row(day, 'Ann', `2026-01-0${day}T00:00:00Z`)));
    expect([times(3, 2, 2, 1), times(), times(1)].map(isLastChangedFirst)).toEqual([true, true, true]);
    expect([times(3, 1, 2), marker([{ id: 1 }])].map(isLastChangedFirst)).toEqual([false, false]);
  });
});
