import { describe, expect, it } from 'vitest';
import { updateRecord } from '../../src/records/commands.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { aSyncedTab, edit, firstRow, listed, makeOf, open, rowOf } from '../support/tab/scenario.ts';

const ben = { first_name: 'Ben', last_name: 'Ray', email: 'ben@example.com', city: 'Reno', phone: '' };

/** The person changed the city and the phone without a connection, somebody else the city. */
async function inConflict() {
  const { backend, tab } = await aSyncedTab([ben]);
  tab.browser.setOnline(false);
  await edit(tab, 1, { city: 'Elko', phone: '+1-555-000-0000' });
  firstRow(backend)['city'] = 'Tahoe';
  await tab.pass(60_000, 5000);
  tab.browser.setOnline(true);
  await tab.drained();
  const [parked] = await tab.outbox();
  if (!parked) throw new Error('Nothing is in conflict.');
  return { backend, tab, parked };
}

describe('a conflict', () => {
  it('[M3] says what it is over, what that was, and what the server has', async () => {
    const { parked } = await inConflict();
    expect(parked.refusal?.conflict).toMatchObject({
      fields: ['city'],
      before: { city: 'Reno' },
      theirs: { city: 'Tahoe' },
    });
    expect(parked.fields['city']).toEqual({ base: 'Reno', value: 'Elko' });
  });

  it('[M14, M18] decided for mine is sent, and the journal keeps what lost', async () => {
    const { backend, tab, parked } = await inConflict();
    await decideParked(tab.records, parked.id, { what: 'retry' });
    await tab.drained();
    expect(firstRow(backend)).toMatchObject({ city: 'Elko', phone: '+1-555-000-0000' });
    expect((await tab.journal()).map(({ outcome, theirs }) => [outcome, theirs])).toEqual([
      ['decided', { city: 'Tahoe' }],
      ['confirmed', {}],
    ]);
  });

  it('[M17, M18] decided for theirs leaves the server as it is, and the journal keeps both', async () => {
    const { backend, tab, parked } = await inConflict();
    await decideParked(tab.records, parked.id, { what: 'discard' });
    await tab.drained();
    expect(firstRow(backend)).toMatchObject({ city: 'Tahoe', phone: '' });
    expect(await tab.journal()).toMatchObject([
      { outcome: 'cancelled', theirs: { city: 'Tahoe' }, fields: { city: { value: 'Elko' } } },
    ]);
  });

  it('[M15] decided by an edit that saw both sides sends what the edit says', async () => {
    const { backend, tab } = await inConflict();
    const initial = (await rowOf(tab, 1))?.view ?? {};
    const draft = { ...initial, city: 'Tahoe', company_name: 'Ray & Co' };
    await updateRecord(tab.records, 'customers', '1', { initial, draft, watch: false, decides: true });
    const [queued] = await tab.outbox();
    expect(queued?.fields).toEqual({
      phone: { base: '', value: '+1-555-000-0000' },
      company_name: { base: '', value: 'Ray & Co' },
    });
    await tab.drained();
    expect(firstRow(backend)).toMatchObject({
      city: 'Tahoe',
      phone: '+1-555-000-0000',
      company_name: 'Ray & Co',
    });
    expect((await tab.journal()).map(({ outcome }) => outcome)).toEqual(['decided', 'confirmed']);
  });

  it('[M20] is not decided by an edit that did not see both sides', async () => {
    const { backend, tab } = await inConflict();
    await edit(tab, 1, { company_name: 'Ray & Co' });
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Elko', company_name: 'Ray & Co' });
    expect(firstRow(backend)).toMatchObject({ city: 'Tahoe', company_name: '' });
  });

  it.each([
    ['theirs goes back', 'Reno', { city: 'Elko', phone: '+1-555-000-0000' }],
    ['theirs becomes mine', 'Elko', { city: 'Elko', phone: '+1-555-000-0000' }],
  ])('[M19] ends by itself when %s', async (_, city, expected) => {
    const { backend, tab } = await inConflict();
    await tab.pass(5000);
    firstRow(backend)['city'] = city;
    await requestPull(tab.records, 'customers');
    await tab.until(async () => (await tab.outbox()).length === 0);
    expect(firstRow(backend)).toMatchObject(expected);
    expect((await rowOf(tab, 1))?.mark).toBe('synced');
  });

  it('[M3] shows what the server has now, and since when it waits', async () => {
    const { backend, tab, parked } = await inConflict();
    await tab.pass(5000);
    firstRow(backend)['city'] = 'Ely';
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    const [now] = await tab.outbox();
    expect(now?.refusal).toMatchObject({ at: parked.refusal?.at, conflict: { theirs: { city: 'Ely' } } });
  });
});

describe('a change of a record that was deleted on the server', () => {
  it('[S5] creates it again when a person says so, under the id that others refer to', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Elko' });
    await makeOf(tab, 'projects', { customer: '1' });
    backend.remove(1);
    tab.browser.setOnline(true);
    await tab.until(async () => (await open(tab)).some(([, , reason]) => reason === 'deletedOnServer'));
    const parked = (await tab.outbox()).find(({ kind }) => kind === 'update');
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'recreate' })).toBe(true);
    await tab.until(() => backend.customers.length === 1);
    expect(backend.customers).toMatchObject([{ id: 2, first_name: 'Ben', city: 'Elko' }]);
    expect(await rowOf(tab, 2)).toMatchObject({ localId: '1', mark: 'synced' });
    expect(await listed(tab)).toHaveLength(1);
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'recreate' })).toBe(false);
  });
});
