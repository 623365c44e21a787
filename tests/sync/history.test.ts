import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import {
  aSyncedTab,
  atRest,
  edit,
  editOf,
  firstRow,
  make,
  open,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestBrowser, TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise', phone: '555-1234' };

/** What the device has noted of its records, the first change first: 'me city: Boise > Reno'. */
async function noted(tab: TestTab, localId = '1'): Promise<string[]> {
  const notes = await tab.records.db.relaxed.history.orderBy('n').toArray();
  return notes
    .filter((note) => note.localId === localId)
    .map(({ by, fields }) => {
      const changes = Object.entries(fields).map(([field, { was, is }]) => `${field}: ${was} > ${is}`);
      return `${by} ${changes.join(', ')}`;
    });
}

async function readAnew(tab: TestTab): Promise<void> {
  await requestSync(tab.records);
  await tab.pass(10_000);
  await tab.drained();
}

describe.each<[server: string, features: readonly Feature[]]>([
  ['a plain server', []],
  ['a server with versions and a feed', ['if-match', 'changes']],
])('on %s', (_, features) => {
  async function aDevice() {
    const { backend, tab } = await aSyncedTab([ben]);
    for (const feature of features) backend.extensions.features.add(feature);
    await readAnew(tab);
    return { backend, tab };
  }

  it('[H1, H2, H5] two devices note the same changes, each its own as its own', async () => {
    const { backend, tab: phone } = await aDevice();
    backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
    const office = new TestTab(backend, new TestBrowser(phone.browser.clock));
    await office.signIn('office');
    await atRest(office);
    phone.browser.setOnline(false);
    const savedAt = phone.browser.clock.now();
    await edit(phone, 1, { city: 'Reno' });
    await edit(office, 1, { phone: '555-9999' });
    await office.drained();
    await phone.pass(60_000, 5000);
    phone.browser.setOnline(true);
    await readAnew(phone);
    await readAnew(office);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', phone: '555-9999' });
    const both = ['phone: 555-1234 > 555-9999', 'city: Boise > Reno'];
    expect((await noted(phone)).sort()).toEqual([`me ${both[1]}`, `other ${both[0]}`]);
    expect((await noted(office)).sort()).toEqual([`me ${both[0]}`, `other ${both[1]}`]);
    const own = (await phone.records.db.relaxed.history.toArray()).filter(({ by }) => by === 'me');
    expect(own).toMatchObject([{ at: savedAt }]);
  });

  it('[H3] an update whose answer was lost is this device’s own, once', async () => {
    const { backend, tab } = await aDevice();
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropAfter' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.outbox()).length === 0);
    await readAnew(tab);
    expect(await noted(tab)).toEqual(['me city: Boise > Reno']);
  });

  it('[H1, H7] a conflict is noted as theirs, and mine when it is sent over it', async () => {
    const { backend, tab } = await aDevice();
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno' });
    backend.change(1, { city: 'Elko' });
    await tab.pass(60_000, 5000);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([await open(tab), await noted(tab)]).toEqual([
      [['update', 'parked', 'conflict']],
      ['other city: Boise > Elko'],
    ]);
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' });
    await tab.drained();
    expect(await noted(tab)).toEqual(['other city: Boise > Elko', 'me city: Elko > Reno']);
  });

  it('[H7] a change that was refused and given up leaves no note', async () => {
    const { backend, tab } = await aDevice();
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 400, body: { city: ['No.'] } });
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' });
    await readAnew(tab);
    expect(await noted(tab)).toEqual([]);
  });

  it('[H10] a deleted record takes its notes with it, whoever deleted it', async () => {
    const { backend, tab } = await aDevice();
    backend.seed({ first_name: 'Cat' });
    await readAnew(tab);
    for (const id of [1, 2]) await edit(tab, id, { city: 'Reno' });
    await tab.drained();
    expect([await noted(tab), await noted(tab, '2')]).toEqual([
      ['me city: Boise > Reno'],
      ['me city:  > Reno'],
    ]);
    backend.remove(1);
    await remove(tab, 2);
    await readAnew(tab);
    await tab.pass(30 * 60_000, 60_000);
    expect(await tab.rows()).toEqual([]);
    expect(await tab.records.db.relaxed.history.count()).toBe(0);
  });
});

it('[H4] a total that the server works out with a subtotal of ours is ours', async () => {
  const estimate = { title: 'Roof', subtotal: '100.00', tax_rate: '10.00', total_amount: '110.00' };
  const { tab } = await aSyncedTab([ben], { estimates: [estimate] });
  await editOf(tab, 'estimates', 2, { subtotal: 200, total_amount: 220 });
  await tab.drained();
  expect(await noted(tab, '2')).toEqual(['me subtotal: 100 > 200, total_amount: 110 > 220']);
});

it('[H1] a first download and what has not changed since leave no note', async () => {
  const { tab } = await aSyncedTab(Array.from({ length: 40 }, (_, n) => ({ first_name: `Ben ${n}` })));
  await readAnew(tab);
  expect(await tab.records.db.relaxed.history.count()).toBe(0);
});

it('[H8] many rows that others have changed are noted each, page by page', async () => {
  const { backend, tab } = await aSyncedTab(
    Array.from({ length: 60 }, (_, n) => ({ first_name: `Ben ${n}` })),
  );
  for (const { id } of backend.customers) backend.change(id, { city: 'Reno' });
  await readAnew(tab);
  const notes = await tab.records.db.relaxed.history.toArray();
  expect(new Set(notes.map(({ localId }) => localId)).size).toBe(60);
  expect(notes.every(({ by }) => by === 'other')).toBe(true);
});

it('[H11] a row that a person says is the record made here leaves its notes to that', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', CUSTOMERS, { kind: 'dropAfter' });
  const { localId } = await make(tab, { address_line_1: '1 Main St' });
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  Object.assign(firstRow(backend), { address_line_1: '2 Main St', updated_at: '2027-01-01T00:00:00Z' });
  await tab.until(async () => (await open(tab))[0]?.[2] === 'mayExistTwice');
  await tab.pass(60_000, 1000);
  backend.change(1, { phone: '555-9999' });
  await readAnew(tab);
  expect(await noted(tab)).toEqual(['other phone:  > 555-9999']);
  expect(
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'keepOne', serverId: 1 }),
  ).toBe(true);
  expect([await noted(tab), await noted(tab, localId)]).toEqual([[], ['other phone:  > 555-9999']]);
});

it('[H11] a record that is made again keeps its notes', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  backend.change(1, { phone: '555-9999' });
  await readAnew(tab);
  backend.remove(1);
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
  await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'recreate' });
  await tab.drained();
  expect(await noted(tab)).toEqual(['other phone: 555-1234 > 555-9999']);
  expect((await rowOf(tab, 1))?.serverId).not.toBe(1);
});
