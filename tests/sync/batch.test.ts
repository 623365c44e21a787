import Dexie from 'dexie';
import { describe, expect, it, vi } from 'vitest';
import { MetaRows } from '../../src/db/meta-rows.ts';
import type { Wire } from '../../src/domain/resource-spec.ts';
import { planPushes } from '../../src/sync/engine/plan-work.ts';
import { PushRunner } from '../../src/sync/push/push.ts';
import { pushBatch } from '../../src/sync/push/push-batch.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { aMutation } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { changesSent, contextOf, edit, make, makeOf, openOf, remove } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const BATCH = /sync\/batch/;

/** Adds customers, each with a project and a work order, and changes three others, without a connection. */
async function aDaysWork(tab: TestTab, customers = 3): Promise<void> {
  tab.browser.setOnline(false);
  for (let n = 0; n < customers; n += 1) {
    const customer = (await make(tab, { email: `day${n}@example.com`, first_name: `Day${n}` })).localId;
    await makeOf(tab, 'projects', { customer, title: `Project ${n}` });
    await makeOf(tab, 'workOrders', { customer, title: `Order ${n}` });
  }
  await edit(tab, 1, { city: 'Elko' });
  await edit(tab, 2, { city: 'Elko' });
  await remove(tab, 3);
  tab.browser.setOnline(true);
}

async function atWork() {
  const rows = [{ first_name: 'N0' }, { first_name: 'N1' }, { first_name: 'N2' }];
  const { backend, tab } = await anExtendedTab(['client-uid', 'if-match', 'batch'], rows);
  return { backend, tab };
}

/** Two creates that wait, and a server that takes them. */
async function twoWaiting() {
  const { tab } = await atWork();
  tab.browser.setOnline(false);
  await make(tab, { email: 'ann@example.com' });
  await make(tab, { email: 'bob@example.com' });
  const context = contextOf(tab, async ({ body }) => {
    const { mutations } = body as { mutations: readonly { id: string; body: Wire }[] };
    const results = mutations.map(({ id, body: sent }, n) => ({
      id,
      status: 201,
      body: { ...sent, id: 100 + n },
    }));
    return jsonAnswer(200, { results });
  });
  return { tab, context, waiting: await tab.outbox() };
}

describe('a server that announces batches', () => {
  it('[X7, X27] gets a day of work in one request, with what refers to it', async () => {
    const { backend, tab } = await atWork();
    await aDaysWork(tab, 10);
    await tab.drained();
    expect(changesSent(backend)).toEqual(['POST batch/']);
    expect(await openOf(tab)).toEqual([]);
    expect(backend.customers.map((row) => row['city'])).toEqual(['Elko', 'Elko', ...Array(10).fill('')]);
    const customers = new Map(backend.customers.map(({ id, first_name }) => [id, first_name]));
    const named = (name: 'projects' | 'workOrders') =>
      backend.rows(name).map((row) => [row['title'], customers.get(Number(row['customer']))]);
    expect(named('projects')).toEqual(Array.from({ length: 10 }, (_, n) => [`Project ${n}`, `Day${n}`]));
    expect(named('workOrders')).toEqual(Array.from({ length: 10 }, (_, n) => [`Order ${n}`, `Day${n}`]));
  });

  it('[X30] is one transaction when it is claimed and one when it is confirmed', async () => {
    const { tab, waiting, context } = await twoWaiting();
    const spy = vi.spyOn(tab.records.db.strict, 'transaction');
    await pushBatch(context, waiting, vi.fn());
    expect(spy).toHaveBeenCalledTimes(2);
    expect(await openOf(tab)).toEqual([]);
  });

  it.each([
    ['claimed', 'updating'],
    ['confirmed', 'deleting'],
  ] as const)('[X56] is %s change by change if one of them cannot be', async (_, write) => {
    const { tab, waiting, context } = await twoWaiting();
    const { outbox } = tab.records.db.strict;
    const fail = (seq: number): void => {
      if (seq === waiting[0]?.seq) throw new Error('It cannot be written.');
    };
    if (write === 'updating') outbox.hook(write, (_changes, seq) => fail(seq));
    else outbox.hook(write, fail);
    await expect(pushBatch(context, waiting, vi.fn())).rejects.toThrow('It cannot be written.');
    expect((await tab.outbox()).map(({ seq }) => seq)).toEqual([waiting[0]?.seq]);
  });

  it('[X56] stops where the storage gives no answer: what is left is settled as after a crash', async () => {
    const { tab, waiting, context } = await twoWaiting();
    const spy = vi.spyOn(tab.records.db.strict, 'transaction');
    spy.mockRejectedValue(new Dexie.AbortError());
    await expect(pushBatch(context, waiting, vi.fn())).rejects.toThrow(Dexie.AbortError);
    expect(spy).toHaveBeenCalledTimes(2);
  });

  it('[X30] whose answer was lost has everything once', async () => {
    const { backend, tab } = await atWork();
    await aDaysWork(tab);
    backend.plan('POST', BATCH, { kind: 'dropAfter' });
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect([backend.customers.length, backend.rows('projects').length]).toEqual([5, 3]);
    expect(backend.rows('workOrders')).toHaveLength(3);
  });

  it('[X28] has two of them under way at once at most', async () => {
    const { tab } = await atWork();
    const context = contextOf(tab, async () => ({ kind: 'notSent' }));
    let spawned = 0;
    const runner = new PushRunner(context, {
      successes: () => 6,
      isOver: () => false,
      spawn: () => {
        spawned += 1;
      },
    });
    const creates = Array.from({ length: 700 }, (_, n) =>
      aMutation({ id: `m${n}`, seq: n + 1, localId: `a${n}`, kind: 'create' }),
    );
    const features = new Set(['client-uid', 'if-match', 'batch']);
    const meta = new MetaRows([]);
    const poll = { open: creates, waitsFor: new Map(), meta, drainStartedAt: null, features };
    runner.run(planPushes(poll, { ...runner.facts(), window: 6, pulling: null }));
    expect([spawned, runner.own.size]).toEqual([2, 400]);
  });

  it('[X29] that could not be reached gets a small one first, and once that is answered all the rest', async () => {
    const { backend, tab } = await atWork();
    tab.browser.setOnline(false);
    for (let n = 0; n < 60; n += 1) await make(tab, { email: `late${n}@example.com` });
    backend.plan('POST', BATCH, { kind: 'dropBefore' });
    tab.browser.setOnline(true);
    await tab.drained();
    const sent = backend.requests.filter(({ path }) => BATCH.test(path)).map(({ body }) => body);
    expect(sent.map((body) => (body as { mutations: readonly unknown[] }).mutations.length)).toEqual([
      50, 10,
    ]);
    expect(backend.customers).toHaveLength(63);
  });

  it('[X30] parks what it refuses, and what refers to that waits for it', async () => {
    const { backend, tab } = await atWork();
    tab.browser.setOnline(false);
    const { localId } = await make(tab, { email: 'no address' });
    await makeOf(tab, 'projects', { customer: localId });
    await make(tab, { email: 'good@example.com' });
    tab.browser.setOnline(true);
    await tab.pass(120_000, 1000);
    expect(await openOf(tab)).toEqual(['customers create parked rejected', 'projects create queued']);
    expect(backend.customers).toHaveLength(4);
    expect(backend.count('POST', BATCH)).toBeLessThan(5);
  });

  it.each([404, 405, 413, 400])(
    '[X31] that refuses them after all (%s) gets one change at a time',
    async (status) => {
      const { backend, tab } = await atWork();
      backend.plan('POST', BATCH, { kind: 'answer', status }, 99);
      await aDaysWork(tab);
      await tab.drained();
      expect(await openOf(tab)).toEqual([]);
      expect(backend.customers).toHaveLength(5);
      expect(backend.rows('workOrders')).toHaveLength(3);
    },
  );

  it.each([
    ['a page of a network', { kind: 'html', status: 200 }],
    ['503', { kind: 'answer', status: 503 }],
    ['429', { kind: 'answer', status: 429, headers: { 'retry-after': '5' } }],
    ['a list without results', { kind: 'answer', status: 200, body: { results: [] } }],
  ] as const)('[X30] that answers %s once gets everything once all the same', async (_, fault) => {
    const { backend, tab } = await atWork();
    backend.plan('POST', BATCH, fault);
    await aDaysWork(tab);
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect([backend.customers.length, backend.rows('projects').length]).toEqual([5, 3]);
  });
});
