import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { undoStepsOf } from '../../src/outbox/undone.ts';
import { undoSave } from '../../src/records/undo/undo-save.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  anotherTab,
  aSyncedTab,
  changesSent,
  edit,
  latch,
  make,
  makeOf,
  open,
  rowOf,
} from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const emptied = (tab: TestTab) => tab.until(async () => (await tab.outbox()).length === 0);

/** A customer whose city this device has changed to Reno; the server has confirmed it. */
async function changed(features: readonly Feature[] = []) {
  const { backend, tab } = await anExtendedTab(features, [{ city: 'Boise' }]);
  const { undo } = await edit(tab, 1, { city: 'Reno' });
  await emptied(tab);
  return { backend, tab, undo: undo ?? [] };
}

/** A customer that this device has made; the server has confirmed it. */
async function made(features: readonly Feature[] = []) {
  const { backend, tab } = await anExtendedTab(features);
  const { localId, undo } = await make(tab, { city: 'Boise' });
  await emptied(tab);
  return { backend, tab, localId, undo: undo ?? [] };
}

const GUARDED: readonly Feature[] = ['client-uid', 'if-match'];
const SERVERS: [string, readonly Feature[]][] = [
  ['a server of the plain contract', []],
  ['a server with versions', GUARDED],
];

describe('the undo of a change that the server has', () => {
  it.each(SERVERS)('[Q31] changes it back on %s, and can itself be undone', async (_, features) => {
    const { backend, tab, undo } = await changed(features);
    expect(await undoSave(tab.records, undo)).toBe('undone');
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'waiting', view: { city: 'Boise' } });
    await emptied(tab);
    expect(backend.customers).toMatchObject([{ city: 'Boise' }]);
    expect(changesSent(backend)).toEqual(['PATCH customers/1/', 'PATCH customers/1/']);
  });

  it.each(SERVERS)(
    '[Q31, Q33] asks about a field that somebody has changed since, on %s',
    async (_, features) => {
      const { backend, tab, undo } = await changed(features);
      backend.change(1, { city: 'Elko' });
      expect(await undoSave(tab.records, undo)).toBe('undone');
      await tab.until(async () => (await open(tab)).length === 1 && (await open(tab))[0]?.[1] === 'parked');
      expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
      expect(backend.customers).toMatchObject([{ city: 'Elko' }]);
    },
  );

  it('[Q31] also asks if the device already knows of such a change', async () => {
    const { backend, tab, undo } = await changed();
    backend.change(1, { city: 'Elko' });
    await requestSync(tab.records);
    await tab.until(async () => (await rowOf(tab, 1))?.view?.['city'] === 'Elko');
    expect(await undoSave(tab.records, undo)).toBe('undone');
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
  });

  it.each(SERVERS)('[Q31] keeps what others have changed in other fields, on %s', async (_, features) => {
    const { backend, tab, undo } = await changed(features);
    backend.change(1, { phone: '+15551234567' });
    await undoSave(tab.records, undo);
    await emptied(tab);
    expect(backend.customers).toMatchObject([{ city: 'Boise', phone: '+15551234567' }]);
  });

  it('[Q31] asks about fields that belong together if the device knows that others have changed one of them', async () => {
    const { backend, tab, undo } = await changed();
    backend.change(1, { state: 'TX' });
    await requestSync(tab.records);
    await tab.until(async () => (await rowOf(tab, 1))?.view?.['state'] === 'TX');
    expect(await undoSave(tab.records, undo)).toBe('undone');
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'conflict']]);
    expect(backend.customers).toMatchObject([{ city: 'Reno', state: 'TX' }]);
  });

  it('[Q31] takes back only the last save if several were sent as one change', async () => {
    const { backend, tab } = await aSyncedTab([{ ...ann, city: 'Boise' }]);
    tab.browser.setOnline(false);
    await edit(tab, 1, { city: 'Reno', state: 'NV' });
    const { undo } = await edit(tab, 1, { city: 'Elko' });
    tab.browser.setOnline(true);
    await emptied(tab);
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    await emptied(tab);
    expect(backend.customers).toMatchObject([{ city: 'Reno', state: 'NV' }]);
  });

  it('[Q31] works from another tab too, and only once', async () => {
    const { backend, tab, undo } = await changed();
    const other = await anotherTab(tab);
    const both = await Promise.all([tab, other].map(({ records }) => undoSave(records, undo)));
    expect(both.sort()).toEqual(['changed', 'undone']);
    await emptied(tab);
    expect(await undoSave(other.records, undo)).toBe('changed');
    expect(backend.customers).toMatchObject([{ city: 'Boise' }]);
  });

  it('[Q28] changes nothing once this device has changed the record again', async () => {
    const { tab, undo } = await changed();
    await edit(tab, 1, { state: 'NV' });
    expect(await undoSave(tab.records, undo)).toBe('changed');
    await emptied(tab);
    expect(await undoSave(tab.records, undo)).toBe('changed');
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Reno', state: 'NV' } });
  });
});

describe('the undo of a change that is being sent', () => {
  async function sending(fields: Fields) {
    const { backend, tab } = await aSyncedTab([{ ...ann, city: 'Boise' }]);
    const answer = latch();
    backend.plan('PATCH', /customers\/1/, { kind: 'hold', until: answer.opened });
    const { undo } = await edit(tab, 1, fields);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    return { backend, tab, answer, undo: undo ?? [] };
  }

  it('[Q32] waits behind it, and is sent once it has its answer', async () => {
    const { backend, tab, answer, undo } = await sending({ city: 'Reno' });
    expect(await undoSave(tab.records, undo)).toBe('undone');
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Boise' } });
    await tab.pass(5000);
    expect(changesSent(backend)).toEqual(['PATCH customers/1/']);
    answer.open();
    await emptied(tab);
    expect(backend.customers).toMatchObject([{ city: 'Boise' }]);
  });

  it('[Q32] outlives its answer, and the page', async () => {
    const { backend, tab, undo } = await sending({ city: 'Reno' });
    expect(await undoSave(tab.records, undo)).toBe('undone');
    const other = await anotherTab(tab);
    tab.crash();
    await other.until(async () => (await other.outbox()).length === 0);
    expect(backend.customers).toMatchObject([{ city: 'Boise' }]);
  });

  it('[Q32] vanishes with a change that the server refuses', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const answer = latch();
    backend.plan('PATCH', /customers\/1/, { kind: 'hold', until: answer.opened });
    const { undo } = await edit(tab, 1, { email: 'no address' });
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    answer.open();
    await emptied(tab);
    expect(await rowOf(tab, 1)).toMatchObject({ mark: 'synced', view: { email: ann['email'] } });
    expect(changesSent(backend)).toEqual(['PATCH customers/1/']);
  });

  it('[Q28] is refused once the server has refused it', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    const { undo } = await edit(tab, 1, { email: 'no address' });
    await tab.drained();
    expect(await undoSave(tab.records, undo ?? [])).toBe('refused');
    expect(await open(tab)).toEqual([['update', 'parked', 'rejected']]);
    expect(changesSent(backend)).toEqual(['PATCH customers/1/']);
  });
});

describe('the undo of a new record that the server has', () => {
  it.each(SERVERS)('[Q34] deletes it, on %s', async (_, features) => {
    const { backend, tab, localId, undo } = await made(features);
    expect(await undoSave(tab.records, undo)).toBe('undone');
    expect(await rowOf(tab, localId)).toMatchObject({ view: null });
    await emptied(tab);
    expect(backend.customers).toEqual([]);
    expect(await tab.rows()).toEqual([]);
  });

  it('[Q34, P61] waits as any deletion does, and is undone until then', async () => {
    const { backend, tab, undo } = await made();
    await undoSave(tab.records, undo);
    await tab.pass(7000);
    expect(changesSent(backend)).toEqual(['POST customers/']);
    const [steps] = (await tab.outbox()).map(undoStepsOf);
    expect(await undoSave(tab.records, steps ?? [])).toBe('undone');
    await tab.pass(9000);
    expect(backend.customers).toHaveLength(1);
  });

  it('[Q34] is refused if the device knows that somebody has changed it since', async () => {
    const { backend, tab, localId, undo } = await made();
    backend.change(1, { city: 'Elko' });
    await requestSync(tab.records);
    await tab.until(async () => (await rowOf(tab, localId))?.view?.['city'] === 'Elko');
    expect(await undoSave(tab.records, undo)).toBe('edited');
    expect(await tab.outbox()).toEqual([]);
  });

  it('[Q34] is refused if this device has changed it since', async () => {
    const { tab, localId, undo } = await made();
    await edit(tab, localId, { city: 'Elko' });
    await emptied(tab);
    expect(await undoSave(tab.records, undo)).toBe('changed');
  });

  it('[Q34] is refused if another record refers to it, waiting or on the server', async () => {
    const { tab, localId, undo } = await made();
    const roof = await makeOf(tab, 'projects', { customer: localId });
    expect(await undoSave(tab.records, undo)).toBe('referred');
    await emptied(tab);
    expect(await undoSave(tab.records, undo)).toBe('referred');
    expect(await undoSave(tab.records, roof.undo ?? [])).toBe('undone');
    await emptied(tab);
    expect(await undoSave(tab.records, undo)).toBe('undone');
  });

  it.each(SERVERS)(
    '[Q35] asks if the server shows that somebody has changed it, on %s',
    async (_, features) => {
      const { backend, tab, undo } = await made(features);
      expect(await undoSave(tab.records, undo)).toBe('undone');
      backend.change(1, { city: 'Elko' });
      await tab.until(async () => (await tab.outbox())[0]?.state === 'parked');
      expect(await open(tab)).toEqual([['delete', 'parked', 'conflict']]);
      expect(backend.customers).toMatchObject([{ city: 'Elko' }]);
    },
  );

  it('[Q32, Q34] waits behind a create that is being sent', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', /customers/, { kind: 'hold', until: answer.opened });
    const { undo } = await make(tab);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    answer.open();
    await emptied(tab);
    expect(backend.customers).toEqual([]);
  });

  it('[Q32, Q35] asks if somebody changes the new record before the undo is sent', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', /customers/, { kind: 'hold', until: answer.opened });
    const { undo } = await make(tab);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    await undoSave(tab.records, undo ?? []);
    answer.open();
    await tab.pass(1000);
    backend.change(1, { city: 'Elko' });
    await tab.drained();
    expect(await open(tab)).toEqual([['delete', 'parked', 'conflict']]);
  });

  it('[Q32] removes a create that the server refuses', async () => {
    const { tab } = await aSyncedTab();
    const answer = latch();
    tab.backend.plan('POST', /customers/, { kind: 'hold', until: answer.opened });
    const { undo } = await make(tab, { email: 'no address' });
    await tab.until(async () => (await tab.outbox())[0]?.state === 'sending');
    expect(await undoSave(tab.records, undo ?? [])).toBe('undone');
    answer.open();
    await emptied(tab);
    expect(await tab.rows()).toEqual([]);
  });
});
