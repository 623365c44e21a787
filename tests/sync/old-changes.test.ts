import { describe, expect, it } from 'vitest';
import { retryAllParked } from '../../src/records/parked.ts';
import { aSyncedTab, edit, make, makeOf, open, openOf } from '../support/tab/scenario.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('a change that has waited for a long time', () => {
  async function afterDays(days: number) {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ben', email: 'ben@example.com' }]);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    const { localId } = await make(tab);
    await makeOf(tab, 'projects', { customer: localId });
    await tab.pass(days * DAY, DAY);
    return { backend, tab, localId };
  }

  it('[S7] is sent without asking within 14 days', async () => {
    const { backend, tab } = await afterDays(13);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(backend.customers).toHaveLength(2);
  });

  it('[S7] asks first after 14 days, and all of them go once a person has said so', async () => {
    const { backend, tab } = await afterDays(15);
    tab.browser.setOnline(true);
    await tab.until(async () => (await open(tab)).filter(([, state]) => state === 'parked').length === 2);
    await tab.pass(10_000);
    expect(await openOf(tab)).toEqual([
      'customers update parked tooOld',
      'customers create parked tooOld',
      'projects create queued',
    ]);
    expect([backend.customers.length, backend.customers[0]?.['city']]).toEqual([1, '']);
    expect(await retryAllParked(tab.records, 'tooOld')).toBe(2);
    await tab.until(async () => (await openOf(tab)).length === 1);
    await tab.until(async () => (await openOf(tab))[0]?.includes('tooOld') === true);
    await retryAllParked(tab.records, 'tooOld');
    await tab.drained();
    expect(await openOf(tab)).toEqual([]);
    expect([backend.customers.length, backend.customers[0]?.['city']]).toEqual([2, 'Reno']);
    expect(backend.rows('projects')).toHaveLength(1);
  });

  it('[S16] is not asked about where it is a create that may have been carried out', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', /customers\/customers/, { kind: 'dropBefore' });
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    tab.browser.setOnline(false);
    await tab.pass(15 * DAY, DAY);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(backend.customers).toHaveLength(1);
  });

  it('[S7] is new again once a person has changed it', async () => {
    const { backend, tab } = await afterDays(15);
    await edit(tab, 1, { phone: '+1-555-000-0000' });
    tab.browser.setOnline(true);
    await tab.until(() => backend.customers[0]?.['city'] === 'Reno');
    expect(backend.customers[0]).toMatchObject({ phone: '+1-555-000-0000' });
  });
});
