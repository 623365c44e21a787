import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeBackend } from '../support/backend/fake-backend.ts';
import { aSyncedTab, edit, firstRow, make } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;
const DAY = 24 * 60 * 60_000;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

describe('a device clock that is put back by a day', () => {
  let backend: FakeBackend;
  let tab: TestTab;

  beforeEach(async () => {
    ({ backend, tab } = await aSyncedTab([ben]));
  });

  it('[P37] does not hold up a change that backs off', async () => {
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 500, body: {} });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    tab.browser.clock.putBack(DAY);
    await tab.pass(60_000, 1000);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[P37] does not hold up a start over after a network fault', async () => {
    for (let n = 0; n < 6; n += 1) backend.plan('GET', /.*/, { kind: 'dropBefore' });
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(15_000);
    tab.browser.clock.putBack(DAY);
    await tab.pass(120_000, 1000);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[P37] ends a wait that the server asked for, an hour at most', async () => {
    backend.plan('PATCH', CUSTOMERS, {
      kind: 'answer',
      status: 429,
      body: {},
      headers: { 'retry-after': '600' },
    });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(5000);
    tab.browser.clock.putBack(DAY);
    await tab.pass(20 * 60_000, 5000);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[P37] does not hold up the search for a create whose answer was lost', async () => {
    backend.plan('POST', CUSTOMERS, { kind: 'dropAfter' });
    await make(tab);
    await tab.until(() => backend.count('POST', CUSTOMERS) === 1);
    await tab.pass(1000);
    tab.browser.clock.putBack(DAY);
    await tab.pass(120_000, 1000);
    expect(await tab.outbox()).toEqual([]);
    expect(backend.customers).toHaveLength(2);
  });

  it('[P38, U1] gives a slow commit its time again: nothing is sent once more too soon', async () => {
    backend.plan('POST', CUSTOMERS, { kind: 'dropBefore' });
    await make(tab);
    const posts = (): number =>
      tab.sent.filter((sent) => sent.startsWith('POST') && CUSTOMERS.test(sent)).length;
    await tab.until(() => posts() === 1);
    tab.browser.clock.putBack(DAY);
    await tab.pass(70_000, 1000);
    expect(posts()).toBe(1);
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
  });

  it('[P37] does not stop the pulls, nor one that a screen asks for', async () => {
    tab.browser.clock.putBack(DAY);
    backend.seed({ ...ben, email: 'new@example.com' });
    await tab.pass(700_000, 5000);
    expect(await tab.rows()).toHaveLength(2);
  });

  it('[P11] does not make an old pull look fresh: the record is read before it is changed', async () => {
    tab.browser.setOnline(false);
    await tab.pass(500);
    firstRow(backend)['phone'] = '555-0009';
    tab.browser.clock.putBack(DAY);
    await edit(tab, 1, { city: 'Reno' });
    const before = backend.count('GET', /customers\/customers\/1\//) + backend.count('GET', LIST);
    tab.browser.setOnline(true);
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    expect(backend.count('GET', /customers\/customers\/1\//) + backend.count('GET', LIST)).toBeGreaterThan(
      before,
    );
  });
});
