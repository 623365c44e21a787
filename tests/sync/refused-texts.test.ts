import { describe, expect, it } from 'vitest';
import { stampStep } from '../../src/domain/day/job.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { aSyncedTab, makeOf, openOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const ORDER = /work-orders\/work-orders\/\d/;
const tooLong = {
  kind: 'answer',
  status: 400,
  body: { notes: ['Ensure this field has no more than 20 characters.'] },
} as const;

/** A tab with a work order that the server has. */
async function withOrder() {
  const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
  const { localId } = await makeOf(tab, 'workOrders', { customer: '1', title: 'Dry the cellar' }, false);
  await tab.drained();
  return { backend, tab, localId };
}

/** One tap of a crew: the status, and when and by whom in the notes. */
const start = (tab: TestTab, localId: string) =>
  editRecord(tab.records, 'workOrders', localId, {
    change: (fields) => ({
      ...fields,
      status: 'in_progress',
      notes: stampStep(String(fields['notes']), 'started', { at: 0, offset: -360, who: 'ann' }),
    }),
  });

describe('a status whose text the server refuses', () => {
  it('[P63] reaches the server alone, and the text waits for a person, who shortens it', async () => {
    const { backend, tab, localId } = await withOrder();
    backend.plan('PATCH', ORDER, tooLong);
    await start(tab, localId);
    await tab.until(async () => (await openOf(tab)).join() === 'workOrders update parked rejected');
    expect(backend.rows('workOrders')).toMatchObject([{ status: 'in_progress', notes: '' }]);
    const [text] = await tab.outbox();
    expect(Object.keys(text?.fields ?? {})).toEqual(['notes']);
    const shorter = { change: (fields: Fields) => ({ ...fields, notes: 'Started' }) };
    await editRecord(tab.records, 'workOrders', localId, shorter);
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect(backend.rows('workOrders')).toMatchObject([{ status: 'in_progress', notes: 'Started' }]);
  });

  it('[P63] shows both on the device, marked for the person', async () => {
    const { backend, tab, localId } = await withOrder();
    backend.plan('PATCH', ORDER, tooLong);
    await start(tab, localId);
    await tab.until(async () => (await openOf(tab)).join() === 'workOrders update parked rejected');
    const row = (await tab.rows('workOrders')).find((one) => one.localId === localId);
    expect(row?.view).toMatchObject({ status: 'in_progress', notes: expect.stringContaining('Started: ') });
    expect(row?.mark).toBe('attention');
  });
});
