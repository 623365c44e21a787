import { describe, expect, it } from 'vitest';
import type { CollectionRow } from '../../src/db/collection-row.ts';
import { MetaRows } from '../../src/db/meta-rows.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { inOrderOfRequests } from '../../src/sync/pull/plan-pull.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { anotherTab, atRest, latch } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const LISTS = /\/(customers|projects|estimates|work-orders)\/$/;

/** Lists in the order in which the server was asked for their pages, each as often as in a row. */
function asked(backend: FakeBackend): string[] {
  return backend.requests
    .filter(({ method, path }) => method === 'GET' && LISTS.test(path))
    .map(({ path }) => path.split('/').at(-2) ?? '');
}

/** A server with so many customers, 20 a page, and one work order. */
function aServer(customers: number): FakeBackend {
  const backend = new FakeBackend();
  for (let n = 0; n < customers; n += 1)
    backend.seed({ ...ann, email: `n${n}@example.com`, first_name: `N${n}` });
  backend.seed({ title: 'Pump', work_order_number: 'WO-1-1', customer: 1 }, 'workOrders');
  return backend;
}

describe('the first download', () => {
  it('[L15, L76] begins with the list that is on the screen when the app is opened', async () => {
    const backend = aServer(3);
    const tab = new TestTab(backend);
    await tab.signIn();
    tab.browser.setOnline(false);
    await requestPull(tab.records, 'workOrders', 'customers', 'projects');
    tab.crash();
    const before = asked(backend).length;
    const next = await anotherTab(tab);
    next.browser.setOnline(true);
    await atRest(next);
    expect(asked(backend)[before]).toBe('work-orders');
  });

  it('[L77] reads the list that the person opens, then resumes the one that gave way', async () => {
    const backend = aServer(100);
    const page = latch();
    backend.plan('GET', /customers\/customers\/\?page=2\b/, { kind: 'hold', until: page.opened });
    const tab = new TestTab(backend);
    await tab.signIn();
    await tab.until(() => asked(backend).length > 2);
    await requestPull(tab.records, 'workOrders', 'customers');
    await tab.pass(1000);
    page.open();
    await tab.until(async () => (await tab.collection('workOrders'))?.complete === true);
    expect((await tab.collection())?.complete).toBe(false);
    expect(await tab.rows()).toHaveLength(40);
    await atRest(tab);
    expect(await tab.rows()).toHaveLength(100);
    // Those three of the five pages that had been asked for ahead are asked for again.
    expect(asked(backend).slice(0, 6)).toEqual([...Array(5).fill('customers'), 'work-orders']);
    expect(asked(backend).filter((name) => name === 'customers')).toHaveLength(5 + 3);
  });

  it('[L77] makes no way for what a list refers to, nor for a list that has been read', async () => {
    const backend = aServer(100);
    const pages = latch();
    backend.plan('GET', /customers\/customers\/\?page=2\b/, { kind: 'hold', until: pages.opened });
    const tab = new TestTab(backend);
    await tab.signIn();
    await tab.until(() => asked(backend).length > 2);
    await requestPull(tab.records, 'customers', 'projects');
    await tab.pass(1000);
    pages.open();
    await atRest(tab);
    expect(asked(backend)).toEqual([...Array(5).fill('customers'), 'projects', 'estimates', 'work-orders']);
  });
});

it.each<[asked: readonly (readonly [name: ResourceName, at: number, place?: number])[], order: string]>([
  [[], RESOURCE_NAMES.join(' ')],
  [[['estimates', 5]], 'estimates customers projects workOrders'],
  [
    [
      ['customers', 7, 1],
      ['workOrders', 7],
      ['estimates', 3],
    ],
    'workOrders customers estimates projects',
  ],
])('[L15, L76] what was asked for last comes first: %j', (requests, order) => {
  const rows = requests.map(([name, at, place]) => ({
    key: `request:${name}` as const,
    at,
    ...(place !== undefined && { place }),
  }));
  expect(inOrderOfRequests(new MetaRows(rows)).join(' ')).toBe(order);
});

it('[L88] what no screen waits for comes after what one does, the oldest copy first', () => {
  const read = (name: ResourceName, pulledAt: number): CollectionRow => ({
    key: `collection:${name}`,
    generation: 1,
    orderBy: null,
    firstSeen: 0,
    removed: [],
    cooldownUntil: 0,
    pulledAt,
    complete: true,
    error: null,
    absence: null,
  });
  const rows = [
    { key: 'request:customers' as const, at: 5 },
    { key: 'request:workOrders' as const, at: 50 },
    read('customers', 40),
    read('projects', 30),
    read('estimates', 20),
    read('workOrders', 10),
  ];
  expect(inOrderOfRequests(new MetaRows(rows))).toEqual(['workOrders', 'estimates', 'projects', 'customers']);
});
