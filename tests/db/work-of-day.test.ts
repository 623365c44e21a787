import { expect, it } from 'vitest';
import { keysOf, workOfDay } from '../../src/db/mirror-and-outbox.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { aDatabase, aRecord } from '../support/browser/test-database.ts';

const TODAY = '2026-03-05';

async function found(...orders: readonly (readonly [id: string, status: string, scheduled: unknown])[]) {
  const db = await aDatabase();
  await db.strict.workOrders.bulkAdd(
    orders.map(([localId, status, scheduled]) =>
      aRecord({ localId, server: { status, scheduled_date: scheduled } as Fields }),
    ),
  );
  const { workOrders } = db.relaxed;
  return (await db.relaxed.transaction('r', workOrders, (tx) => workOfDay(tx, TODAY))).sort();
}

it('the work orders of a day are found in any status, and open ones of earlier days', async () => {
  expect(
    await found(
      ['1', 'assigned', TODAY],
      ['2', 'completed', TODAY],
      ['3', 'pending', '2025-12-31'],
      ['4', 'completed', '2025-12-31'],
      ['5', 'pending', '2026-04-01'],
      ['6', 'in_progress', '2026-03-06T02:00:00Z'],
      ['7', 'pending', null],
    ),
  ).toEqual(['1', '2', '3', '6']);
});

it('with many open work orders, the longest overdue of each status are found', async () => {
  const many = Array.from({ length: 80 }, (_, n) => [`o${n}`, 'pending', `2025-${month(n)}-01`] as const);
  expect(await found(...many)).toHaveLength(50);
  expect(await found(...many, ['old', 'pending', '2019-01-01'])).toContain('old');
});

function month(n: number): string {
  return String((n % 12) + 1).padStart(2, '0');
}

it('records are found once each, by local id, whichever of their ids is passed', async () => {
  const db = await aDatabase();
  await db.strict.customers.bulkAdd([
    aRecord({ localId: 'a', serverId: 7 }),
    aRecord({ localId: 'b', serverId: 'uuid' }),
    aRecord({ localId: '3' }),
  ]);
  const asked = ['7', 'a', 'uuid', '3', 'nobody'];
  const { customers } = db.relaxed;
  const keys = await db.relaxed.transaction('r', customers, (tx) => keysOf(tx, 'customers', asked));
  expect(keys.sort()).toEqual(['3', 'a', 'b']);
});
