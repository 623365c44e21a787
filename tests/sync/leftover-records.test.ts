import { describe, expect, it } from 'vitest';
import { unsentPosition } from '../../src/outbox/mirror-record.ts';
import { anOldDevice } from '../support/tab/rescue.ts';
import { latch, makeOf, open, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const EXTENDED = ['client-uid', 'if-match', 'changes', 'batch'];

/** Puts a confirmed customer back to what half of the confirmation left, and returns what the server's list then adds. */
async function halve(tab: TestTab, localId: string) {
  const { customers } = tab.records.db.relaxed;
  const whole = await customers.get(localId);
  if (whole?.serverId === undefined) throw new Error('not confirmed');
  const { serverId, version: _, confirmed: __, ...rest } = whole;
  await customers.put({ ...rest, server: null, mark: 'waiting', position: unsentPosition(1) });
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

it('[L96] a record that a waiting change names stays, because nothing else would lead to the new one', async () => {
  const { old, tab, localId } = await aConfirmed([]);
  await halve(tab, localId);
  tab.browser.setOnline(false);
  await makeOf(tab, 'projects', { customer: localId });
  old.close();
  const again = await old.open();
  await again.pass(5000, 1000);
  expect(await rowOf(again, localId)).toBeDefined();
  expect((await again.outbox()).map(({ state }) => state)).toEqual(['queued']);
});

it('[L96] a record that a draft names stays', async () => {
  const { old, tab, localId } = await aConfirmed([]);
  await halve(tab, localId);
  const { drafts } = tab.records.db.relaxed;
  const fields = { customer: localId };
  const draft = { id: 'd', resource: 'projects', localId: null, initial: {}, fields, startedAt: 0 } as const;
  await drafts.put({ ...draft, decides: false });
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
