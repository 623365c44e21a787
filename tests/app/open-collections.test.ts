import { expect, it, vi } from 'vitest';
import { openCollections } from '../../src/app/account/open-collections.ts';
import { dayAt } from '../../src/domain/plain-date.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../../src/domain/resource-specs.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { aDatabase, aRecord } from '../support/browser/test-database.ts';
import { atTestEnd } from '../support/test/test-end.ts';

const device = { clock: new ManualClock(), log: { debug: () => {}, info: () => {}, error: () => {} } };

it('the rest of no list is read before the first rows of all are there and on the screen', async () => {
  const db = await aDatabase();
  const rows = Array.from({ length: 60 }, (_, n) => aRecord({ localId: String(n + 1) }));
  for (const resource of RESOURCE_NAMES) await db.strict[resource].bulkAdd(rows);
  const sizes = (): number[] =>
    RESOURCE_NAMES.map((resource) => collections.all[resource].getSnapshot().records.length);
  let shown = (): void => {};
  const atShow: number[][] = [];
  const collections = openCollections(device, db, () => {
    atShow.push(sizes());
    return new Promise((resolve) => {
      shown = resolve;
    });
  });
  atTestEnd(() => collections.stop());
  await collections.firstRows;
  await flush();
  expect(atShow).toEqual([[50, 50, 50, 50]]);
  expect(sizes()).toEqual([50, 50, 50, 50]);
  shown();
  await collections.shown;
  await flush();
  expect(sizes()).toEqual([60, 60, 60, 60]);
  expect(atShow).toHaveLength(1);
});

it('what is on the screen is read whole before any other list', async () => {
  const db = await aDatabase();
  const rows = Array.from({ length: 60 }, (_, n) => aRecord({ localId: String(n + 1) }));
  for (const resource of RESOURCE_NAMES) await db.strict[resource].bulkAdd(rows);
  const collections = openCollections(device, db, async () => {});
  atTestEnd(() => collections.stop());
  const whole = (): ResourceName[] =>
    RESOURCE_NAMES.filter((resource) => collections.all[resource].getSnapshot().complete);
  const seen: ResourceName[][] = [];
  atTestEnd(collections.all.estimates.subscribe(() => seen.push(whole())));
  await collections.shown;
  await flush();
  expect(seen.find((names) => names.length > 0)).toEqual(['estimates']);
  expect(whole()).toEqual(RESOURCE_NAMES);
});

it('the work of today and whom it is for come before the rest of any list', async () => {
  const db = await aDatabase();
  const others = Array.from({ length: 60 }, (_, n) => aRecord({ localId: String(n + 2) }));
  const today = { status: 'assigned', scheduled_date: dayAt(device.clock.now()), customer: '1' };
  await db.strict.customers.bulkAdd([aRecord({ localId: '1' }), ...others]);
  await db.strict.workOrders.bulkAdd([aRecord({ localId: '1', server: today }), ...others]);
  const collections = openCollections(device, db, async () => {});
  atTestEnd(() => collections.stop());
  const { customers, workOrders } = collections.all;
  const seen: boolean[][] = [];
  for (const one of [customers, workOrders])
    atTestEnd(
      one.subscribe(() => {
        const state = [workOrders, customers].map((list) => list.find('1') !== undefined);
        seen.push([...state, workOrders.getSnapshot().complete || customers.getSnapshot().complete]);
      }),
    );
  await collections.shown;
  await flush();
  expect(seen).toContainEqual([true, true, false]);
  expect(workOrders.getSnapshot()).toMatchObject({ complete: true });
});

it('where the work of today cannot be found, it comes with the rest', async () => {
  const db = await aDatabase();
  const rows = Array.from({ length: 60 }, (_, n) => aRecord({ localId: String(n + 1) }));
  await db.strict.workOrders.bulkAdd(rows);
  vi.spyOn(db.relaxed, 'transaction').mockRejectedValueOnce(new Error('no index'));
  const errors: string[] = [];
  const log = { ...device.log, error: (message: string) => errors.push(message) };
  const collections = openCollections({ ...device, log }, db, async () => {});
  atTestEnd(() => collections.stop());
  await collections.shown;
  await flush();
  expect(errors).toEqual(['reading the work of today failed']);
  expect(collections.all.workOrders.getSnapshot()).toMatchObject({ complete: true });
  expect(collections.all.workOrders.getSnapshot().records).toHaveLength(60);
});

it('over an empty database nobody waits for a screen', async () => {
  const collections = openCollections(device, await aDatabase(), () => new Promise(() => {}));
  atTestEnd(() => collections.stop());
  await collections.shown;
  await flush();
  for (const resource of RESOURCE_NAMES)
    expect(collections.all[resource].getSnapshot()).toMatchObject({ records: [], texts: [], complete: true });
});
