import { describe, expect, it, vi } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { anotherTab, aSyncedTab, latch, make, open } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;

function posts(tab: TestTab): number {
  return tab.sent.filter((request) => request.startsWith('POST') && CUSTOMERS.test(request)).length;
}

async function isLeading(tab: TestTab): Promise<boolean> {
  const before = tab.sent.length;
  await requestPull(tab.records, 'customers');
  await tab.pass(10_000);
  return tab.sent.length > before;
}

async function leaseOf(tab: TestTab): Promise<RowOf<'lease'> | undefined> {
  return (await tab.records.db.relaxed.meta.get('lease')) as RowOf<'lease'> | undefined;
}

/** A tab that leads, another that does not, both at rest. */
async function twoTabs() {
  const { backend, tab: first } = await aSyncedTab();
  const second = await anotherTab(first);
  await second.pass(3000);
  return { backend, first, second, browser: first.browser };
}

describe('a tab that is to lead', () => {
  it('[T22] and cannot read what the last leader left tries again after a while, not at once', async () => {
    const { backend, first, second, browser } = await twoTabs();
    const reading = vi.spyOn(second.records.db.relaxed.meta, 'get');
    reading.mockRejectedValue(new Error('the disk is busy'));
    first.crash();
    await second.pass(3000);
    expect(browser.errors.length).toBeGreaterThan(0);
    expect(browser.errors.length).toBeLessThan(6);
    reading.mockRestore();
    await make(second);
    await second.drained();
    expect(backend.customers).toHaveLength(1);
  });
});

describe('a leader whose sign of life cannot be written', () => {
  /** The next `times` signs of this tab find no room on the device. */
  function failSigns(tab: TestTab, times: number): () => number {
    const { relaxed } = tab.records.db;
    const real = relaxed.transaction.bind(relaxed) as (...given: unknown[]) => unknown;
    let failed = 0;
    vi.spyOn(relaxed, 'transaction').mockImplementation(((...given: unknown[]) => {
      const isSign = given[0] === 'rw' && given[1] === relaxed.meta && given.length === 3;
      if (!isSign || failed === times) return real(...given);
      failed += 1;
      return Promise.reject(new DOMException('full', 'QuotaExceededError'));
    }) as typeof relaxed.transaction);
    return () => failed;
  }

  it('[T4, T9] still tries the next one', async () => {
    const { tab } = await aSyncedTab();
    const failed = failSigns(tab, 1);
    await tab.pass(12_000);
    expect(failed()).toBe(1);
    const before = (await leaseOf(tab))?.beat ?? 0;
    await tab.pass(60_000);
    expect((await leaseOf(tab))?.beat).toBeGreaterThan(before + 10);
  });

  it('[T13, T14] is led for meanwhile, and leads alone again when it can be', async () => {
    const { first, second } = await twoTabs();
    const { tab } = (await leaseOf(first)) ?? {};
    const failed = failSigns(first, 20);
    await second.until(async () => (await leaseOf(second))?.standsIn === true);
    await second.until(async () => (await leaseOf(second))?.tab === tab);
    expect(failed()).toBe(20);
    await second.pass(5000);
    const before = second.sent.length;
    await second.pass(10 * 60_000, 5000);
    expect(second.sent).toHaveLength(before);
    expect(await leaseOf(second)).toMatchObject({ tab, standsIn: false });
  });
});

describe('a leader that is hidden', () => {
  it('[T10] lets the tab on the screen lead', async () => {
    const { first, second } = await twoTabs();
    first.setVisible(false);
    await second.pass(1000);
    await make(second);
    await second.drained();
    expect([posts(first), posts(second)]).toEqual([0, 1]);
    expect(await leaseOf(second)).toMatchObject({ visible: true });
  });

  it('[T11] brings what it sends to its end first: nothing becomes unknown', async () => {
    const { backend, first, second } = await twoTabs();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await make(first);
    await first.until(() => posts(first) === 1);
    first.setVisible(false);
    await second.pass(1000);
    await make(second, { email: 'other@example.com' });
    await second.pass(1000);
    expect(await open(second)).toEqual([
      ['create', 'sending'],
      ['create', 'queued'],
    ]);
    answer.open();
    await second.drained();
    expect([posts(first), posts(second)]).toEqual([1, 1]);
    expect(backend.customers).toHaveLength(2);
    expect((await second.journal()).map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed']);
  });

  it('[T11] brings a pull to its end first, and sends what is saved meanwhile', async () => {
    const { backend, first, second } = await twoTabs();
    const page = latch();
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    const lists = backend.count('GET', LIST);
    await first.until(() => backend.count('GET', LIST) > lists);
    first.setVisible(false);
    await make(second);
    await second.drained();
    expect([posts(first), second.sent.length]).toEqual([1, 0]);
    page.open();
    await second.until(() => second.sent.length > 0);
    expect(first.browser.errors).toEqual([]);
  });

  it('[T12] hands over what the server asked for: the rest after a pull, and patience', async () => {
    const { backend, first, second } = await twoTabs();
    const lists = backend.count('GET', LIST);
    for (let flip = 0; flip < 6; flip += 1) {
      first.setVisible(flip % 2 === 1);
      second.setVisible(flip % 2 === 0);
      await second.pass(250);
    }
    expect(backend.count('GET', LIST) - lists).toBeLessThanOrEqual(1);
    const [leads, waits] = (await isLeading(first)) ? [first, second] : [second, first];
    backend.plan('POST', CUSTOMERS, {
      kind: 'answer',
      status: 429,
      body: {},
      headers: { 'retry-after': '600' },
    });
    await make(leads);
    await leads.until(async () => (await leads.engine())?.reasons.includes('throttled') === true);
    leads.setVisible(false);
    waits.setVisible(true);
    const before = backend.requests.length;
    await waits.pass(500_000, 5000);
    expect(backend.requests).toHaveLength(before);
    await waits.drained();
    expect(backend.customers).toHaveLength(1);
  });

  it('[T10] keeps leading when no other tab is on the screen', async () => {
    const { first, second } = await twoTabs();
    second.setVisible(false);
    first.setVisible(false);
    await second.pass(60_000, 1000);
    await make(second);
    await second.drained();
    expect([posts(first), posts(second)]).toEqual([1, 0]);
  });

  it('[T10] makes way for the one on the screen past tabs that are hidden as well', async () => {
    const { first, second } = await twoTabs();
    const third = await anotherTab(first);
    await third.pass(2000);
    second.setVisible(false);
    first.setVisible(false);
    await third.pass(3000);
    await make(first);
    await third.drained();
    expect([posts(first), posts(second), posts(third)]).toEqual([0, 0, 1]);
    expect(first.browser.errors).toEqual([]);
  });

  it('[T10] is not asked again and again by a tab that died since', async () => {
    const { first, second, browser } = await twoTabs();
    second.setVisible(false);
    await first.records.db.relaxed.meta.put({ key: 'handoverRequest', id: 'one', tab: 'one that died' });
    first.setVisible(false);
    const leaders: unknown[] = [];
    for (let seconds = 0; seconds < 120; seconds += 1) {
      await second.pass(1000);
      leaders.push((await leaseOf(second))?.tab);
    }
    expect(new Set(leaders.slice(2)).size).toBe(1);
    expect(browser.errors).toEqual([]);
  });
});

describe('a leader that the system has stopped without a word', () => {
  /** A tab beside a lock that is held by one that does nothing any more. */
  async function besideASleeper() {
    const { backend, tab: sleeper } = await aSyncedTab();
    const { browser } = sleeper;
    const { name } = sleeper.records.db;
    const wakes = latch();
    const tab = await anotherTab(sleeper);
    // The sleeper's place is taken by a bare holder of its lock, with its last sign of life.
    void browser.locks.for(wakes).request(`sync|${name}`, () => wakes.opened);
    const other = await anotherTab(sleeper);
    const lease = await leaseOf(tab);
    return { backend, sleeper, tab, other, wakes, lease, browser };
  }

  it('[T13] is led for after 30 s without a sign of life, by one visible tab', async () => {
    const { backend, sleeper, tab, other, browser } = await besideASleeper();
    // In line for the lock: `tab`, then the bare holder, then `other`.
    sleeper.crash();
    await tab.pass(500);
    tab.crash();
    const before = other.sent.length;
    await other.pass(25_000, 1000);
    expect(other.sent).toHaveLength(before);
    await make(other);
    await other.drained();
    expect(posts(other)).toBe(1);
    expect(backend.customers).toHaveLength(1);
    expect(browser.errors).toEqual([]);
  });

  it('[T14] leads again when it comes back, and the tab in its place stops', async () => {
    const { sleeper, tab, other, lease } = await besideASleeper();
    sleeper.crash();
    await tab.pass(500);
    tab.crash();
    await other.pass(70_000, 1000);
    expect((await leaseOf(other))?.tab).not.toBe(lease?.tab);
    await other.records.db.relaxed.meta.put({
      ...lease,
      key: 'lease',
      tab: 'sleeper',
      beat: 1000,
    } as RowOf<'lease'>);
    await other.pass(1000);
    const before = other.sent.length;
    await make(other);
    await other.pass(20_000, 1000);
    expect(other.sent).toHaveLength(before);
    expect(await open(other)).toEqual([['create', 'queued']]);
  });

  it('[T13] is not led for by a hidden tab', async () => {
    const { sleeper, tab, other } = await besideASleeper();
    sleeper.crash();
    await tab.pass(500);
    tab.crash();
    other.setVisible(false);
    const before = other.sent.length;
    await other.pass(120_000, 1000);
    expect(other.sent).toHaveLength(before);
    other.setVisible(true);
    await make(other);
    await other.drained();
    expect(posts(other)).toBe(1);
  });
});

describe('a page that is frozen', () => {
  it('[T5] lets another tab lead at once, and each change leaves once', async () => {
    const { backend, first, second } = await twoTabs();
    await make(first);
    first.setFrozen(true);
    await second.drained();
    expect(posts(first) + posts(second)).toBe(1);
    expect(backend.customers).toHaveLength(1);
  });

  it('[T15] with a request under way leaves its outcome to the next leader to find', async () => {
    const { backend, first, second } = await twoTabs();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await make(first);
    await first.until(() => posts(first) === 1);
    first.setFrozen(true);
    await second.until(async () => (await open(second))[0]?.[1] === 'unknown');
    answer.open();
    await second.drained();
    expect(posts(second)).toBe(0);
    expect(backend.customers).toHaveLength(1);
    expect(await open(second)).toEqual([]);
  });

  it('[T5, T16] sends nothing meanwhile, and continues afterward', async () => {
    const { backend, tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    await make(tab);
    tab.setFrozen(true);
    tab.browser.setOnline(true);
    const before = backend.requests.length;
    await tab.pass(300_000, 5000);
    expect(backend.requests).toHaveLength(before);
    tab.setFrozen(false);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(tab.browser.errors).toEqual([]);
  });

  it('[T5] asks no hidden tab to make way for it', async () => {
    const { first, second } = await twoTabs();
    second.setFrozen(true);
    first.setVisible(false);
    const beat = (await leaseOf(first))?.beat ?? 0;
    await first.pass(10_000);
    expect((await leaseOf(first))?.beat).toBeLessThan(beat + 5);
  });

  it('[T5] can be closed by a logout elsewhere as well', async () => {
    const { first, second, browser } = await twoTabs();
    first.setFrozen(true);
    await first.pass(500);
    second.services.session.signOut();
    await second.until(() => second.services.records.getSnapshot() === null);
    await first.until(() => first.services.records.getSnapshot() === null);
    expect(browser.errors).toEqual([]);
  });
});

describe('a page that is about to reload', () => {
  it('[T6] waits for the answer to what it sends, and sends no more', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await make(tab);
    await tab.until(() => posts(tab) === 1);
    let stopped = false;
    const stopping = tab.services.stopSending().then(() => {
      stopped = true;
    });
    await make(tab, { email: 'other@example.com' });
    await tab.pass(3000);
    expect(stopped).toBe(false);
    answer.open();
    await stopping;
    await tab.pass(10_000);
    expect(posts(tab)).toBe(1);
    expect(await open(tab)).toEqual([['create', 'queued']]);
    expect((await tab.journal()).map(({ outcome }) => outcome)).toEqual(['confirmed']);
  });

  it('[T6] gives up a pull under way, and says nothing of a failure', async () => {
    const { backend, tab } = await aSyncedTab();
    const page = latch();
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    const lists = tab.sent.length;
    await tab.until(() => tab.sent.length > lists);
    await tab.services.stopSending();
    expect((await tab.collection())?.error).toBeNull();
    expect((await tab.engine())?.reasons).toEqual([]);
    expect(tab.browser.errors).toEqual([]);
  });
});
