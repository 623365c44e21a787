import { describe, expect, it } from 'vitest';
import { updateRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { aSyncedTab, edit, firstRow, latch, listed, make, open, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;
const ben = {
  first_name: 'Ben',
  email: 'ben@example.com',
  address_line_1: '1 Main St',
  city: 'Boise',
  postal_code: '83701',
};

/** Two people change one customer: one here, without a connection, and one on the server. */
async function bothChange(mine: Record<string, string>, theirs: Record<string, string>) {
  const { backend, tab } = await aSyncedTab([ben]);
  tab.browser.setOnline(false);
  await tab.pass(60_000, 1000);
  await edit(tab, 1, mine);
  Object.assign(firstRow(backend), theirs);
  tab.browser.setOnline(true);
  await tab.drained();
  return { backend, tab };
}

const parkedId = async (tab: TestTab): Promise<string> => (await tab.outbox())[0]?.id ?? '';

describe('two people who change one record', () => {
  it('[M6] in different fields both have their way', async () => {
    const { backend, tab } = await bothChange(
      { email: 'new@example.com' },
      { city: 'Reno', phone: '555-0009' },
    );
    expect(firstRow(backend)).toMatchObject({ email: 'new@example.com', city: 'Reno', phone: '555-0009' });
    expect(await rowOf(tab, 1)).toMatchObject({
      view: { email: 'new@example.com', city: 'Reno', phone: '555-0009' },
      mark: 'synced',
    });
  });

  it('[M7] in the same way send nothing twice', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Reno' });
    expect([await open(tab), backend.count('PATCH', CUSTOMERS)]).toEqual([[], 0]);
    expect((await tab.journal())[0]?.outcome).toBe('confirmed');
  });

  it('[M3, M8] in the same field to different values: nothing is overwritten, a person decides', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Elko' });
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Elko');
    expect(backend.count('PATCH', CUSTOMERS)).toBe(0);
    expect(await rowOf(tab, 1)).toMatchObject({
      server: { city: 'Elko' },
      view: { city: 'Reno' },
      mark: 'attention',
    });
  });

  it('[M1] in different lines of one address: a person decides', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { postal_code: '89801' });
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)).toMatchObject({ city: 'Boise', postal_code: '89801' });
  });

  it('[M6] in what is not sent at all: nothing is a conflict', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { company_name: 'Lee Inc', status: 'lead' });
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', company_name: 'Lee Inc' });
  });

  it('[M2] a server that only wrote it in another form changed nothing', async () => {
    const { backend, tab } = await bothChange({ email: 'new@example.com' }, { email: 'BEN@example.com ' });
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)['email']).toBe('new@example.com');
  });

  it('[M8] is noticed by a pull that is under way while the change waits', async () => {
    const { backend, tab } = await aSyncedTab([ben, { first_name: 'Cat', email: 'cat@example.com' }]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'html', status: 500 });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.outbox())[0]?.attempts === 1);
    firstRow(backend)['city'] = 'Elko';
    await requestPull(tab.records, 'customers');
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Elko');
  });
});

describe('what somebody else changed, as the answer to an earlier change shows it', () => {
  it.each([
    ['otherwise: a person decides', 'theirs@example.com', [['update', 'parked', 'conflict']]],
    ['in the same way: it need not be sent', 'mine@example.com', []],
  ])('[M9] %s', async (_, theirs, left) => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    firstRow(backend)['email'] = theirs;
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(500);
    await edit(tab, 1, { email: 'mine@example.com' });
    answer.open();
    await tab.drained();
    expect(await open(tab)).toEqual(left);
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', email: theirs });
  });
});

describe('a person who decides a conflict', () => {
  it('[M14] for mine: it is sent, over what the server has now', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Elko' });
    expect(await decideParked(tab.records, await parkedId(tab), { what: 'retry' })).toBe(true);
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[], 'Reno']);
  });

  it('[M14] for mine, if both changed a part of one address', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { postal_code: '89801' });
    await decideParked(tab.records, await parkedId(tab), { what: 'retry' });
    await tab.drained();
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', postal_code: '89801' });
  });

  it('[M14] for mine, while the server changes once more: is asked again', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Elko' });
    tab.browser.setOnline(false);
    await tab.pass(60_000, 1000);
    await decideParked(tab.records, await parkedId(tab), { what: 'retry' });
    firstRow(backend)['city'] = 'Ely';
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(firstRow(backend)['city']).toBe('Ely');
  });

  it('[M17] for theirs: the record shows it, and nothing is sent', async () => {
    const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Elko' });
    expect(await decideParked(tab.records, await parkedId(tab), { what: 'discard' })).toBe(true);
    await tab.pass(5000);
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Elko' }, mark: 'synced' });
    expect(backend.count('PATCH', CUSTOMERS)).toBe(0);
  });
});

describe('a change that waits behind one that is being sent', () => {
  /** The answer to the first brings what the office has changed. */
  async function behind(first: Record<string, string>, theirs: Record<string, string>) {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    Object.assign(firstRow(backend), theirs);
    await edit(tab, 1, first);
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    await edit(tab, 1, { city: 'Reno' });
    answer.open();
    await tab.drained();
    return { backend, tab };
  }

  it('[M9] asks where its group was changed meanwhile, as the first one shows', async () => {
    const { backend, tab } = await behind({ phone: '+1-555-111-1111' }, { postal_code: '89801' });
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    const server = { phone: '+1-555-111-1111', city: 'Boise', postal_code: '89801' };
    expect(firstRow(backend)).toMatchObject(server);
    await decideParked(tab.records, await parkedId(tab), { what: 'retry' });
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[], 'Reno']);
  });

  it('[M9] goes out where the first one changed its group', async () => {
    const { backend, tab } = await behind({ postal_code: '89501' }, { first_name: 'Benjamin' });
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ first_name: 'Benjamin', city: 'Reno', postal_code: '89501' });
  });
});

describe('the row of a create that a pull stored before the answer came', () => {
  it('[M4, M21] becomes one with it, under the local id that was made here', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 1);
    // A server that rewrites a name makes its row unrecognisable: the pull takes it for somebody's.
    firstRow(backend)['first_name'] = 'ANN';
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await rowOf(tab, '1')) !== undefined);
    await edit(tab, '1', { city: 'Reno' });
    answer.open();
    await tab.drained();
    expect((await tab.rows()).map((row) => [row.localId, row.serverId, row.view?.['city']])).toEqual([
      [localId, 1, 'Reno'],
    ]);
    expect(firstRow(backend)['city']).toBe('Reno');
    expect(await listed(tab)).toHaveLength(1);
  });

  it('[M22, P2] has one request under way, also where each of the two had a change of its own', async () => {
    const { backend, tab } = await aSyncedTab();
    const [made, changed] = [latch(), latch()];
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: made.opened });
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: changed.opened });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 1);
    await edit(tab, localId, { phone: '+1-555-111-1111' });
    firstRow(backend)['first_name'] = 'ANN';
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await rowOf(tab, '1')) !== undefined);
    await edit(tab, '1', { city: 'Reno' });
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    made.open();
    await tab.pass(5000);
    expect(await open(tab)).toEqual([
      ['update', 'queued'],
      ['update', 'sending'],
    ]);
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
    changed.open();
    await tab.drained();
    expect(backend.count('PATCH', CUSTOMERS)).toBe(2);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', phone: '+1-555-111-1111' });
    expect((await rowOf(tab, localId))?.mark).toBe('synced');
  });

  it('[M4] takes what is saved in a form that opened on it before', async () => {
    const { backend, tab } = await aSyncedTab();
    const { localId } = await make(tab);
    await tab.drained();
    const initial = (await rowOf(tab, localId))?.view ?? {};
    const draft = { ...initial, city: 'Elko' };
    const saved = await updateRecord(tab.records, 'customers', '1', { initial, draft, watch: false });
    expect(saved.localId).toBe(localId);
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[], 'Elko']);
    expect(await rowOf(tab, localId)).toMatchObject({ view: { city: 'Elko' }, mark: 'synced' });
  });
});

it('[L3] a page that is older than an answer does not undo it', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  const page = latch();
  backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
  await requestPull(tab.records, 'customers');
  await tab.pass(500);
  backend.plan('PATCH', CUSTOMERS, { kind: 'dropAfter' });
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await tab.outbox()).length === 0);
  page.open();
  await tab.pass(500);
  expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Reno' });
});

it('[M20] a further change of a record in conflict joins the conflict, and the question stays', async () => {
  const { backend, tab } = await bothChange({ city: 'Reno' }, { city: 'Tahoe' });
  expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
  const sent = backend.count('PATCH', CUSTOMERS);
  await edit(tab, 1, { phone: '555-0100' });
  await tab.pass(5000);
  expect([await open(tab), backend.count('PATCH', CUSTOMERS)]).toEqual([
    [['update', 'parked', 'conflict']],
    sent,
  ]);
  await decideParked(tab.records, await parkedId(tab), { what: 'retry' });
  await tab.drained();
  expect(firstRow(backend)).toMatchObject({ city: 'Reno', phone: '555-0100' });
});

it('[M13] what is added to a change while its record is read does not hide what others did', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  tab.browser.setOnline(false);
  await tab.pass(60_000, 1000);
  await edit(tab, 1, { address_line_1: '2 High St' });
  firstRow(backend)['city'] = 'Reno';
  const answer = latch();
  const item = /customers\/customers\/1\/$/;
  backend.plan('GET', item, { kind: 'hold', until: answer.opened });
  backend.plan('GET', LIST, { kind: 'hold', until: answer.opened });
  tab.browser.setOnline(true);
  await tab.until(() => backend.count('GET', item) === 1);
  await edit(tab, 1, { first_name: 'Benno' });
  answer.open();
  await tab.drained();
  expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
  expect(firstRow(backend)).toMatchObject({ address_line_1: '1 Main St', city: 'Reno' });
});

it('[L3] a record that was read before a newer copy of it came is not put back', async () => {
  const { backend, tab } = await aSyncedTab([{ ...ben, city: 'Reno' }]);
  tab.browser.setOnline(false);
  await edit(tab, 1, { phone: '+1-555-000-0000' });
  await tab.pass(60_000, 5000);
  const newer = latch();
  const sent = latch();
  backend.plan('GET', /customers\/1\/$/, { kind: 'hold', until: newer.opened });
  backend.plan('PATCH', /customers\/1\/$/, { kind: 'hold', until: sent.opened });
  const before = backend.count('GET', /customers\/1\/$/);
  tab.browser.setOnline(true);
  await tab.until(() => backend.count('GET', /customers\/1\/$/) > before);
  firstRow(backend)['city'] = 'Elko';
  const server = { ...(await rowOf(tab, 1))?.server, city: 'Elko' };
  await tab.records.db.strict.customers.update('1', { serverGen: 99, server, 'view.city': 'Elko' });
  newer.open();
  await tab.until(() => backend.count('PATCH', /customers\/1\/$/) === 1);
  expect((await rowOf(tab, 1))?.server).toMatchObject({ city: 'Elko' });
  sent.open();
  await tab.drained();
  expect(firstRow(backend)['phone']).toBe('+1-555-000-0000');
});
