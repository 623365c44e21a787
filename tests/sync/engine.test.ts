import { describe, expect, it } from 'vitest';
import { customerSpec } from '../../src/domain/customer.ts';
import { createRecord, deleteRecord, updateRecord, watchSave } from '../../src/records/commands.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestTab } from '../support/tab/test-device.ts';

const blank = customerSpec.blank({ now: 0, random: 0 });
const ann = { ...blank, first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com' };

describe('a first sync', () => {
  // @spec 3.22 D3.3
  it('[L1] follows every page until all rows are held', async () => {
    const backend = new FakeBackend();
    for (let n = 0; n < 45; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
    const tab = new TestTab(backend);
    await tab.signIn();
    await tab.until(async () => (await tab.rows()).length === 45);
    expect(backend.count('GET', /customers/)).toBe(3);
  });
});

describe('a change made without a connection', () => {
  it('[P1] is kept, marked and sent once when the connection is back', async () => {
    const backend = new FakeBackend();
    const ben = backend.seed({ first_name: 'Ben', email: 'ben@example.com' });
    const cat = backend.seed({ first_name: 'Cat', email: 'cat@example.com' });
    const tab = new TestTab(backend);
    const records = await tab.signIn();
    await tab.until(async () => (await tab.rows()).length === 2);
    tab.browser.setOnline(false);
    await tab.pass(1000);

    await createRecord(records, 'customers', ann, { watch: true });
    const row = (await tab.rows()).find((r) => r.serverId === ben.id);
    await updateRecord(records, 'customers', String(ben.id), {
      initial: row?.view ?? {},
      draft: { ...row?.view, city: 'Boise' },
      watch: true,
    });
    await deleteRecord(records, 'customers', String(cat.id));
    await tab.pass(60_000);
    expect((await tab.outbox()).map((m) => m.state)).toEqual(['queued', 'queued', 'queued']);
    expect((await tab.rows()).filter((r) => r.view).map((r) => r.mark)).toEqual(['waiting', 'waiting']);

    tab.browser.setOnline(true);
    await tab.drained();
    expect(await tab.outbox()).toEqual([]);
    expect(backend.customers.map((r) => [r['first_name'], r['city']])).toEqual([
      ['Ben', 'Boise'],
      ['Ann', ''],
    ]);
    expect((await tab.rows()).map((r) => r.mark)).toEqual(['synced', 'synced']);
    expect(backend.count('POST', /customers/)).toBe(1);
    expect(tab.browser.errors).toEqual([]);
  });
});

describe('an answer that is lost', () => {
  it('[S3] a create that the server took is found there and adopted: one row, no question', async () => {
    const backend = new FakeBackend();
    const tab = new TestTab(backend);
    const records = await tab.signIn();
    await tab.until(async () => backend.count('GET', /customers/) > 0);
    await tab.pass(5000);
    backend.plan('POST', /customers/, { kind: 'dropAfter' });
    const receipt = await createRecord(records, 'customers', ann, { watch: true });
    const outcome = watchSave(records, receipt);
    await tab.pass(3000);
    expect((await outcome).outcome).toBe('waiting');
    expect((await tab.outbox()).map((m) => m.state)).toEqual(['unknown']);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(backend.count('POST', /customers/)).toBe(1);
    const rows = await tab.rows();
    expect(rows.map((r) => [r.localId, r.serverId, r.mark])).toEqual([
      [receipt.localId, backend.customers[0]?.id, 'synced'],
    ]);
  });

  it('[U4] a create that never arrived is sent again after two clean pulls', async () => {
    const backend = new FakeBackend();
    const tab = new TestTab(backend);
    const records = await tab.signIn();
    await tab.pass(5000);
    backend.plan('POST', /customers/, { kind: 'dropBefore' });
    await createRecord(records, 'customers', ann, { watch: false });
    await tab.pass(20_000);
    expect((await tab.outbox()).map((m) => [m.state, m.probe?.cleanChecks])).toEqual([['unknown', 1]]);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await tab.outbox()).toEqual([]);
  });
});

describe('a change that the server refuses', () => {
  // @spec 8.14 D2.19
  it('[P7] is parked with its words while the others go on', async () => {
    const backend = new FakeBackend();
    backend.seed({ first_name: 'Ben', email: 'ben@example.com' });
    const tab = new TestTab(backend);
    const records = await tab.signIn();
    await tab.pass(5000);
    const receipt = await createRecord(
      records,
      'customers',
      { ...ann, email: 'ben@example.com' },
      { watch: true },
    );
    const outcome = watchSave(records, receipt);
    await tab.pass(1000);
    expect(await outcome).toMatchObject({
      outcome: 'refused',
      mutation: { refusal: { status: 400, body: { email: ['customer with this email already exists.'] } } },
    });
    await createRecord(records, 'customers', ann, { watch: false });
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect((await tab.outbox()).map((m) => m.state)).toEqual(['parked']);
  });
});
