import { describe, expect, it } from 'vitest';
import { unsentPosition } from '../../src/outbox/mirror-record.ts';
import { decideParked } from '../../src/records/parked.ts';
import { aPhoto, take } from '../support/tab/photos.ts';
import { anOldDevice } from '../support/tab/rescue.ts';
import { changesSent, edit, latch, makeOf, open, openOf, rowIn, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const EXTENDED = ['client-uid', 'if-match', 'changes', 'batch'];
const WITH_PHOTOS = [...EXTENDED, 'attachments'];

/** Puts a confirmed record back to what half of the confirmation left, and returns what the server's list then adds. */
async function halve(tab: TestTab, localId: string, kind: 'customers' | 'attachments' = 'customers') {
  const table = tab.records.db.relaxed[kind];
  const whole = await table.get(localId);
  if (whole?.serverId === undefined) throw new Error('not confirmed');
  const { serverId, version: _, confirmed: __, ...rest } = whole;
  await table.put({ ...rest, server: null, mark: 'waiting', position: unsentPosition(1) });
  return { ...whole, localId: String(serverId) };
}

async function aConfirmed(features: readonly string[]) {
  const { backend, old, tab } = await anOldDevice(features);
  tab.browser.setOnline(true);
  const { localId } = await makeOf(tab, 'customers', { email: 'new@example.com' });
  await tab.drained();
  return { backend, old, tab, localId };
}

describe('a record of which only half a confirmation was stored', () => {
  it.each([[[]], [EXTENDED]])('[L96] is read again, and is there once (%j)', async (features) => {
    const { old, tab, localId } = await aConfirmed(features);
    await halve(tab, localId);
    old.close();
    const again = await old.open();
    await again.until(async () => (await rowOf(again, 21)) !== undefined);
    expect(await rowOf(again, localId)).toBeUndefined();
    expect(await again.rows('customers')).toHaveLength(21);
  });

  it.each([[[]], [EXTENDED]])(
    '[L96] is dropped if the list has brought it a second time (%j)',
    async (features) => {
      const { old, tab, localId } = await aConfirmed(features);
      const second = await halve(tab, localId);
      await tab.records.db.relaxed.customers.put(second);
      old.close();
      const again = await old.open();
      await again.until(async () => (await again.rows('customers')).length === 21);
      expect(await rowOf(again, localId)).toBeUndefined();
      expect(await rowOf(again, 21)).toMatchObject({ mark: 'synced' });
    },
  );
});

it('[L96] without a connection, half a record is better than none', async () => {
  const { old, tab, localId } = await aConfirmed([]);
  await halve(tab, localId);
  old.close();
  const again = await old.open({ online: false });
  await again.pass(5000, 1000);
  expect(await rowOf(again, localId)).toBeDefined();
  again.browser.setOnline(true);
  await again.until(async () => (await rowOf(again, 21)) !== undefined);
  expect(await rowOf(again, localId)).toBeUndefined();
});

describe('half a record that something names', () => {
  /** Whether the list has brought it a second time. */
  const TWICE = [false, true];

  it.each(TWICE)(
    '[L97] by its own later change gets its row, and the change is sent (%j)',
    async (isTwice) => {
      const { backend, old, tab, localId } = await aConfirmed(EXTENDED);
      tab.browser.setOnline(false);
      const second = await halve(tab, localId);
      if (isTwice) await tab.records.db.relaxed.customers.put(second);
      await edit(tab, localId, { city: 'Reno' });
      old.close();
      const again = await old.open();
      await again.drained();
      expect(await openOf(again)).toEqual([]);
      expect(await rowOf(again, localId)).toMatchObject({
        serverId: 21,
        mark: 'synced',
        view: { first_name: 'Ann', email: 'new@example.com', city: 'Reno' },
      });
      expect(await again.rows('customers')).toHaveLength(21);
      expect(backend.customers).toHaveLength(21);
      expect(backend.customers.at(-1)).toMatchObject({ email: 'new@example.com', city: 'Reno' });
    },
  );

  it('[L97] by its own later change is asked about where the server has no keys', async () => {
    const { backend, old, tab, localId } = await aConfirmed([]);
    tab.browser.setOnline(false);
    await halve(tab, localId);
    await edit(tab, localId, { city: 'Reno' });
    old.close();
    const again = await old.open();
    await again.until(async () => (await openOf(again))[0] === 'customers create parked mayExistTwice');
    expect((await rowOf(again, localId))?.view).toMatchObject({ first_name: 'Ann', city: 'Reno' });
    await again.until(async () => (await rowOf(again, 21)) !== undefined);
    const [create] = await again.outbox();
    await decideParked(again.records, create?.id ?? '', { what: 'keepOne', serverId: 21 });
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect(backend.customers).toHaveLength(21);
    expect(backend.customers.at(-1)).toMatchObject({ email: 'new@example.com', city: 'Reno' });
  });

  it('[L97] by a waiting record gets its row, so that the other one can be sent', async () => {
    const { backend, old, tab, localId } = await aConfirmed(EXTENDED);
    tab.browser.setOnline(false);
    await halve(tab, localId);
    await makeOf(tab, 'projects', { customer: localId });
    old.close();
    const again = await old.open();
    await again.drained();
    expect(await openOf(again)).toEqual([]);
    expect(backend.rows('projects')).toMatchObject([{ customer: 21 }]);
    expect(backend.customers).toHaveLength(21);
  });
});

it.each([false, true])('[L97] a photo of which half was confirmed gets its row (%j)', async (isTwice) => {
  const { backend, old, tab } = await anOldDevice(WITH_PHOTOS);
  tab.browser.setOnline(true);
  const { localId } = await take(tab, aPhoto(1, { fields: { customer: '1' } }));
  await tab.drained();
  const second = await halve(tab, localId, 'attachments');
  if (isTwice) await tab.records.db.relaxed.attachments.put(second);
  old.close();
  const again = await old.open();
  await again.until(async () => (await rowIn(again, 'attachments', localId))?.mark === 'synced');
  expect(await again.rows('attachments')).toMatchObject([{ localId, view: { customer: '1' } }]);
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(await openOf(again)).toEqual([]);
});

/** Makes the half look as if it was left by a cancellation. */
async function asCancelled(tab: TestTab, localId: string, outcome: 'cancelled' | 'replaced' = 'cancelled') {
  const { journal } = tab.records.db.relaxed;
  await journal.filter((entry) => entry.localId === localId).modify({ outcome });
}

describe('half of a cancellation', () => {
  it('[L98] is no photo to send again', async () => {
    const { backend, old, tab } = await anOldDevice(WITH_PHOTOS);
    tab.browser.setOnline(true);
    const { localId } = await take(tab, aPhoto(1, { fields: { customer: '1' } }));
    await tab.drained();
    await halve(tab, localId, 'attachments');
    await asCancelled(tab, localId);
    const creates = () => backend.count('POST', /attachments\/$|batch/);
    const sent = creates();
    old.close();
    const again = await old.open();
    await again.until(async () => (await rowIn(again, 'attachments', localId)) === undefined);
    await again.drained();
    expect(creates()).toBe(sent);
    const files = await again.records.db.relaxed.files.toArray();
    expect(new Set(files.map(({ state }) => state))).toEqual(new Set(['spare']));
  });

  it.each(['cancelled', 'replaced'] as const)(
    '[L98] is no record to send again that a draft names (%s)',
    async (outcome) => {
      const { backend, old, tab, localId } = await aConfirmed(EXTENDED);
      await halve(tab, localId);
      await asCancelled(tab, localId, outcome);
      await draftNaming(tab, localId);
      const sent = changesSent(backend);
      old.close();
      const again = await old.open();
      await again.pass(5000, 1000);
      expect(changesSent(backend)).toEqual(sent);
      expect((await rowOf(again, localId)) === undefined).toBe(outcome === 'cancelled');
    },
  );

  it('[L98] with a later change stays, and nothing is created', async () => {
    const { backend, old, tab, localId } = await aConfirmed(EXTENDED);
    tab.browser.setOnline(false);
    await halve(tab, localId);
    await asCancelled(tab, localId);
    await edit(tab, localId, { city: 'Reno' });
    const sent = changesSent(backend);
    old.close();
    const again = await old.open();
    await again.pass(5000, 1000);
    expect(await rowOf(again, localId)).toMatchObject({ view: { city: 'Reno' } });
    expect(changesSent(backend)).toEqual(sent);
  });
});

async function draftNaming(tab: TestTab, localId: string): Promise<void> {
  const fields = { customer: localId };
  const draft = { id: 'd', resource: 'projects', localId: null, initial: {}, fields, startedAt: 0 } as const;
  await tab.records.db.relaxed.drafts.put({ ...draft, decides: false });
}

it('[L97] a record that a draft names stays', async () => {
  const { old, tab, localId } = await aConfirmed([]);
  await halve(tab, localId);
  await draftNaming(tab, localId);
  old.close();
  const again = await old.open();
  await again.pass(5000, 1000);
  expect(await rowOf(again, localId)).toBeDefined();
});

it('[L96] what waits stays, and what no create is known of', async () => {
  const { backend, old, tab } = await anOldDevice();
  const waiting = await makeOf(tab, 'customers', { email: 'new@example.com' });
  const { customers } = tab.records.db.relaxed;
  const row = await customers.get(waiting.localId);
  if (row) await customers.put({ ...row, localId: 'unknown' });
  old.close();
  backend.plan('POST', /customers/, { kind: 'hold', until: latch().opened });
  const again = await old.open();
  await again.pass(5000, 1000);
  expect(await open(again)).toEqual([['create', 'sending']]);
  expect((await again.rows('customers')).map(({ localId }) => localId)).toEqual(
    expect.arrayContaining([waiting.localId, 'unknown']),
  );
});
