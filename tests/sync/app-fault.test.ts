import { expect, it } from 'vitest';
import { folded } from '../../src/outbox/mirror-record.ts';
import { requestSync } from '../../src/records/requests.ts';
import { aMutation, aNewMutation } from '../support/mutations.ts';
import { aSyncedTab, make, open } from '../support/scenario.ts';
import { aRecord } from '../support/test-database.ts';

it('[S18, P59] a record that would not hold together is left as it was; the engine says so, and goes on when asked', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', /customers\/customers/, { kind: 'dropAfter' });
  await make(tab);
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  // The row of the create, met before it was known to be ours, with a change that no code of ours writes.
  const [row] = backend.customers;
  if (!row) throw new Error('Nothing was sent.');
  const { id } = row;
  const localId = String(id);
  const { relaxed } = tab.records.db;
  const broken = aNewMutation({
    id: 'broken',
    owner: tab.records.account,
    localId,
    state: 'parked',
    refusal: null,
  });
  const record = { ...aRecord({ localId, server: { city: 'Reno' } }), serverId: id, firstSeenGen: 1_000_000 };
  await relaxed.transaction('rw', relaxed.customers, relaxed.outbox, async () => {
    await relaxed.customers.add(folded(record, [aMutation(broken)]));
    await relaxed.outbox.add(broken);
  });
  const before = await tab.outbox();
  await tab.until(async () => (await tab.engine())?.reasons.includes('appFault') === true);
  const kept = await tab.outbox();
  expect(kept.map((mutation) => mutation.id)).toEqual(before.map((mutation) => mutation.id));
  expect(kept[0]).toMatchObject({ state: 'unknown', kind: 'create' });
  expect(tab.browser.errors.join()).toContain('has a change that waits for a person without a reason');
  await relaxed.transaction('rw', relaxed.customers, relaxed.outbox, async () => {
    await relaxed.outbox.where('id').equals('broken').delete();
    await relaxed.customers.put(folded(record, []));
  });
  await requestSync(tab.records);
  await tab.drained();
  expect(await tab.outbox()).toEqual([]);
  expect((await tab.engine())?.reasons).toEqual([]);
  expect(backend.customers).toHaveLength(1);
});
