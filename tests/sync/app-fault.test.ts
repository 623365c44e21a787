import { expect, it } from 'vitest';
import { BrokenLaneError } from '../../src/outbox/mutation.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { aSyncedTab, edit } from '../support/tab/scenario.ts';

it('[S18, P59] if the changes of a record would break a rule, nothing is written, the engine says so, and continues when asked', async () => {
  const { backend, tab } = await aSyncedTab([{}]);
  const { customers } = tab.records.db.relaxed;
  const wrong = () => {
    throw new BrokenLaneError('customers/1 has two changes under way');
  };
  customers.hook('updating', wrong);
  await edit(tab, 1, { city: 'Reno' });
  await tab.until(async () => (await tab.engine())?.reasons.includes('appFault') === true);
  expect((await tab.outbox()).map(({ state }) => state)).toEqual(['sending']);
  expect((await customers.get('1'))?.view).toMatchObject({ city: 'Reno' });
  const asked = backend.requests.length;
  await tab.pass(60_000);
  expect(backend.requests).toHaveLength(asked);
  customers.hook('updating').unsubscribe(wrong);
  await requestSync(tab.records);
  await tab.drained();
  expect(backend.customers).toMatchObject([{ city: 'Reno' }]);
  expect([await tab.outbox(), (await tab.engine())?.reasons]).toEqual([[], []]);
});
