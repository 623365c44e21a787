import { describe, expect, it } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { requestStats } from '../../src/records/use-sync-status.ts';
import { StatsReader } from '../../src/sync/engine/stats-reader.ts';
import { NotOwnerError } from '../../src/sync/sync-context.ts';
import {
  anotherTab,
  aSyncedTab,
  atRest,
  contextOf,
  edit,
  latch,
  make,
  open,
  openOf,
} from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const STATS = /dashboard_stats/;
const ben = { first_name: 'Ben', email: 'ben@example.com', status: 'active' };
const others = {
  projects: [
    { title: 'Roof', customer: 1, status: 'in_progress' },
    { title: 'Cellar', customer: 1, status: 'completed' },
  ],
  workOrders: [{ work_order_number: 'WO-7', title: 'Pump', customer: 1 }],
};

const statsOf = async (tab: TestTab): Promise<RowOf<'dashboard'> | undefined> =>
  (await tab.records.db.relaxed.meta.get('dashboard')) as RowOf<'dashboard'> | undefined;

/** Asks for the figures and waits for the answer. */
async function ask(tab: TestTab): Promise<RowOf<'dashboard'> | undefined> {
  const at = await requestStats(tab.records);
  await tab.until(async () => (await statsOf(tab))?.answers === at);
  return statsOf(tab);
}

describe("the dashboard's figures", () => {
  // @spec 2.14 3.25 3.26 3.27 3.28 7.17 D2.22
  it('[L9] are read all at once when a screen asks for them, and then no more', async () => {
    const { backend, tab } = await aSyncedTab([ben], others);
    expect(backend.count('GET', STATS)).toBe(0);
    const answers = latch();
    backend.plan('GET', STATS, { kind: 'hold', until: answers.opened }, 4);
    const at = await requestStats(tab.records);
    await tab.until(() => backend.count('GET', STATS) === 4);
    expect(await statsOf(tab)).toBeUndefined();
    answers.open();
    await tab.until(async () => (await statsOf(tab)) !== undefined);
    expect(await statsOf(tab)).toEqual({
      key: 'dashboard',
      answers: at,
      stats: {
        customers: { total_customers: 1, active_customers: 1 },
        projects: { active_projects: 1, completed_projects: 1 },
        estimates: { pending_estimates: 0, approved_estimates: 0 },
        workOrders: { open_work_orders: 1, in_progress_work_orders: 0 },
      },
      error: null,
    });
    await tab.pass(300_000, 5000);
    expect(backend.count('GET', STATS)).toBe(4);
    backend.seed({ first_name: 'Cat', email: 'cat@example.com' });
    expect((await ask(tab))?.stats?.customers['total_customers']).toBe(2);
    expect(backend.count('GET', STATS)).toBe(8);
  });

  // @spec 3.24
  it('[L9] that are missing, or are no counts, read as 0', async () => {
    const { backend, tab } = await aSyncedTab();
    const body = { total_customers: 'seven', active_customers: -1 };
    backend.plan('GET', /customers\/dashboard_stats/, { kind: 'answer', status: 200, body });
    backend.plan('GET', /projects\/dashboard_stats/, { kind: 'answer', status: 200, body: {} });
    expect(await ask(tab)).toMatchObject({
      stats: {
        customers: { total_customers: 0, active_customers: 0 },
        projects: { active_projects: 0, completed_projects: 0 },
      },
      error: null,
    });
  });

  // @spec 8.4 8.13
  it.each([
    ['a page', { kind: 'html', status: 404 }, 'Failed to fetch dashboard stats'],
    ['a page with 200', { kind: 'html', status: 200 }, 'Failed to fetch dashboard stats'],
    ['a failure', { kind: 'html', status: 500 }, 'Failed to fetch dashboard stats'],
    [
      'its own words',
      { kind: 'answer', status: 500, body: { detail: 'No figures today.' } },
      'No figures today.',
    ],
    ['no object', { kind: 'answer', status: 200, body: [] }, 'Failed to fetch dashboard stats'],
  ] as const)('[L86] a server that answers %s holds up nothing else', async (_, fault, error) => {
    const { backend, tab } = await aSyncedTab([ben], others);
    backend.plan('GET', STATS, fault, 100);
    expect(await ask(tab)).toMatchObject({ stats: null, error });
    expect((await tab.engine())?.reasons).toEqual([]);
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await open(tab)).length === 0);
    expect(backend.customers[0]?.['city']).toBe('Reno');
    expect((await tab.engine())?.reasons).toEqual([]);
    expect(tab.browser.errors).toEqual([]);
  });

  it('[L86] of one kind that fail are an error, and changes are sent while the others are read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('GET', /projects\/dashboard_stats/, { kind: 'html', status: 404 });
    backend.plan('GET', /estimates\/dashboard_stats/, { kind: 'hold', until: answer.opened });
    const at = await requestStats(tab.records);
    await tab.pass(500);
    await make(tab);
    await tab.until(async () => (await open(tab)).length === 0);
    expect(await statsOf(tab)).toBeUndefined();
    answer.open();
    await tab.until(async () => (await statsOf(tab))?.answers === at);
    expect(await statsOf(tab)).toMatchObject({ stats: null, error: 'Failed to fetch dashboard stats' });
  });

  it('[L9] that a server wants patience for are asked with patience', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('GET', /customers\/dashboard_stats/, { kind: 'html', status: 404 });
    backend.plan('GET', /projects\/dashboard_stats/, {
      kind: 'answer',
      status: 429,
      headers: { 'Retry-After': '60' },
    });
    await ask(tab);
    await tab.pass(500);
    expect((await tab.engine())?.reasons).toEqual(['throttled']);
  });

  it('[L9] that are asked for without a connection are read when it is back', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await tab.pass(500);
    const at = await requestStats(tab.records);
    await tab.pass(60_000, 1000);
    expect([await statsOf(tab), backend.count('GET', STATS)]).toEqual([undefined, 0]);
    tab.browser.setOnline(true);
    await tab.until(async () => (await statsOf(tab))?.answers === at);
    expect((await statsOf(tab))?.stats?.customers['total_customers']).toBe(1);
  });

  it('[L9] that get lost on the way are a lost connection, and are read when asked again', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('GET', /customers\/dashboard_stats/, { kind: 'html', status: 500 });
    backend.plan('GET', /estimates\/dashboard_stats/, { kind: 'dropBefore' });
    expect(await ask(tab)).toMatchObject({ stats: null, error: 'Failed to fetch dashboard stats' });
    await tab.until(async () => (await tab.engine())?.reasons.length === 0);
    expect(await ask(tab)).toMatchObject({ stats: { customers: { total_customers: 1 } }, error: null });
  });

  it('[L9] asked for again while they are read are read once more', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answers = latch();
    backend.plan('GET', STATS, { kind: 'hold', until: answers.opened }, 4);
    await requestStats(tab.records);
    await tab.until(() => backend.count('GET', STATS) === 4);
    backend.seed({ first_name: 'Cat', email: 'cat@example.com' });
    const at = await requestStats(tab.records);
    await tab.pass(500);
    expect(backend.count('GET', STATS)).toBe(4);
    answers.open();
    await tab.until(async () => (await statsOf(tab))?.answers === at);
    expect((await statsOf(tab))?.stats?.customers['total_customers']).toBe(2);
  });

  it('[L9] that a tab asked for and did not live to see are read by the next leader', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const other = await anotherTab(tab);
    backend.plan('GET', STATS, { kind: 'hold', until: new Promise(() => {}) }, 4);
    const at = await requestStats(other.records);
    await other.until(() => backend.count('GET', STATS) === 4);
    tab.crash();
    await other.until(async () => (await statsOf(other))?.answers === at);
    await atRest(other);
    expect([await openOf(other), (await statsOf(other))?.error]).toEqual([[], null]);
  });

  it('[L9, A12] are not written after the account has signed out', async () => {
    const { tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await requestStats(tab.records);
    const answer = latch();
    let owner = true;
    const context = contextOf(tab, async () => {
      await answer.opened;
      return { kind: 'response', status: 200, body: { kind: 'json', value: {} }, retryAfter: null };
    });
    const reader = new StatsReader({ ...context, isOwner: () => owner });
    const work = reader.read(tab.browser.clock.now());
    expect(reader.isReading).toBe(true);
    owner = false;
    answer.open();
    await expect(work).rejects.toThrow(NotOwnerError);
    expect(await statsOf(tab)).toBeUndefined();
    expect(reader.isReading).toBe(false);
  });
});
