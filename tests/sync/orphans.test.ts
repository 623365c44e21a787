import { describe, expect, it } from 'vitest';
import type { RowOf } from '../../src/db/meta-rows.ts';
import { SLOW_TIMEOUT_MS } from '../../src/domain/answer.ts';
import { uuidv7 } from '../../src/domain/ids.ts';
import { Orphans } from '../../src/sync/push/orphans.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import { aMutation } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  anotherTab,
  aSyncedTab,
  changesSent,
  contextOf,
  edit,
  firstRow,
  latch,
  make,
  open,
  openedTab,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;

/** A tab that leads in place of one that sleeps, and another that is next in line for the sleeper's lock. */
async function aStandIn() {
  const { backend, tab: sleeper } = await anExtendedTab(['client-uid'], [{ city: 'Boise' }]);
  const { browser } = sleeper;
  const wakes = latch();
  // The sleeper's place is taken by a bare holder of its lock, with its last sign of life.
  void browser.locks.for(wakes).request(`sync|${sleeper.records.db.name}`, () => wakes.opened);
  const next = await anotherTab(sleeper);
  next.setVisible(false);
  const standIn = await anotherTab(sleeper);
  sleeper.crash();
  await standIn.pass(70_000, 1000);
  return { backend, standIn, next, wakes };
}

describe('a leader that comes back while its stand-in is sending', () => {
  it('[S10] sends none of it a second time', async () => {
    const { backend, standIn, next, wakes } = await aStandIn();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await edit(standIn, 1, { city: 'Reno' });
    await make(standIn);
    await standIn.until(() => changesSent(backend).length === 2);
    wakes.open();
    await next.pass(8000);
    expect(next.sent.length).toBeGreaterThan(0);
    expect(await open(next)).toContainEqual(['update', 'sending']);
    answer.open();
    await next.drained();
    expect(changesSent(backend).sort()).toEqual(['PATCH customers/1/', 'POST customers/']);
    expect(next.sent.filter((request) => request.includes('customers/1/'))).toEqual([]);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[S10] settles it in time if the stand-in has died', async () => {
    const { backend, standIn, next, wakes } = await aStandIn();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: new Promise(() => {}) });
    await make(standIn);
    await standIn.until(() => backend.customers.length === 2);
    const sentAt = next.browser.clock.now();
    standIn.crash();
    wakes.open();
    await next.drained();
    expect(backend.customers).toHaveLength(2);
    expect(next.browser.clock.now() - sentAt).toBeLessThan(35_000);
  });

  it('[S4] settles at once what a leader has left that had the lock before it', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    const next = await anotherTab(tab);
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: new Promise(() => {}) });
    await make(tab);
    await tab.until(() => backend.customers.length === 1);
    const sentAt = next.browser.clock.now();
    tab.crash();
    await next.drained();
    expect(next.browser.clock.now() - sentAt).toBeLessThan(5000);
  });
});

it('[S10] two tabs that both lead, where a browser has no locks, leave each other time for an answer', async () => {
  const backend = new FakeBackend();
  backend.extensions.features.add('client-uid');
  const first = new TestTab(backend, undefined, new TestLocks().for({}));
  await first.signIn();
  await first.pass(5000);
  const second = await openedTab(new TestTab(backend, first.browser, new TestLocks().for({})));
  await second.pass(20_000, 1000);
  const answer = latch();
  backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
  await make(first);
  await first.until(() => backend.customers.length === 1);
  await first.pass(8000);
  expect(changesSent(backend)).toEqual(['POST customers/']);
  answer.open();
  await first.drained();
  expect(changesSent(backend)).toEqual(['POST customers/']);
});

/** A change that is marked as being sent, by nobody who is known; and a tab that recovers such. */
async function aChangeUnderWay() {
  const { tab } = await anExtendedTab([], [{ city: 'Boise' }]);
  tab.browser.setOnline(false);
  await edit(tab, 1, { city: 'Reno' });
  const { clock, random } = tab.browser;
  const [queued] = await tab.outbox();
  if (!queued) throw new Error('Nothing waits.');
  const attemptId = uuidv7(clock.now(), random);
  const sending = aMutation({ ...queued, state: 'sending', attemptId, firstSentAt: clock.now() });
  await tab.records.db.relaxed.outbox.put(sending);
  const orphans = new Orphans(contextOf(tab, async () => ({ kind: 'notSent' })));
  const recover = (lease: Partial<RowOf<'lease'>>) => {
    const row: RowOf<'lease'> = { key: 'lease', tab: 'mine', beat: 1, visible: true, ...lease };
    return orphans.recover([sending], { tab: 'mine', own: new Set(), lease: row });
  };
  return { tab, clock, recover };
}

it('[S12] a stand-in leaves alone what the holder of the lock may be sending, whether or not it renews its lease', async () => {
  const { tab, clock, recover } = await aChangeUnderWay();
  expect(await recover({ standsIn: true })).toBe(clock.now() + SLOW_TIMEOUT_MS);
  expect(await open(tab)).toEqual([['update', 'sending']]);
  expect(await recover({ standsIn: false })).toBeNull();
  expect(await open(tab)).toEqual([['update', 'queued']]);
});

it('[S11] an attempt that a clock put back has left in the future is spared for one request, and no longer', async () => {
  const { tab, clock, recover } = await aChangeUnderWay();
  clock.putBack(3_600_000);
  const endsAt = clock.now() + SLOW_TIMEOUT_MS;
  expect(await recover({ standsIn: true })).toBe(endsAt);
  clock.advance(SLOW_TIMEOUT_MS - 1);
  expect(await recover({ standsIn: true })).toBe(endsAt);
  expect(await open(tab)).toEqual([['update', 'sending']]);
  clock.advance(1);
  expect(await recover({ standsIn: true })).toBeNull();
  expect(await open(tab)).toEqual([['update', 'queued']]);
});

describe('a tab that dies while a change is being sent', () => {
  it.each([
    ['was carried out', true],
    ['never arrived', false],
  ])('[S4] leaves a create that %s to the next tab, which settles it', async (_, arrives) => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan(
      'POST',
      CUSTOMERS,
      arrives ? { kind: 'hold', until: answer.opened } : { kind: 'dropBefore' },
    );
    const { localId } = await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] !== 'queued');
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(() => next.services.records.getSnapshot() !== null);
    await next.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await rowOf(next, localId)).toMatchObject({ serverId: 1, mark: 'synced' });
    expect(next.browser.errors).toEqual([]);
  });

  it('[S4] leaves an update to the next tab, which reads before it sends', async () => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: new Promise(() => {}) });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    tab.crash();
    const next = new TestTab(backend, tab.browser);
    await next.until(() => next.services.records.getSnapshot() !== null);
    await next.drained();
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
    expect(await rowOf(next, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'synced' });
  });
});
