import { expect, it, vi } from 'vitest';
import type * as specs from '../../src/domain/resource-specs.ts';
import { createRecord, type SaveReceipt } from '../../src/records/commands.ts';
import { retryParked } from '../../src/records/parked.ts';
import { ann } from '../support/mutations.ts';
import { aSyncedTab, latch, make, open, rowOf } from '../support/scenario.ts';
import type { TestTab } from '../support/test-device.ts';

const CUSTOMERS = /customers\/customers/;

/** Customers that name another customer in place of a company: the kinds that refer to others come later. */
vi.mock('../../src/domain/resource-specs.ts', async (original) => {
  const { resourceSpecs, RESOURCE_NAMES } = await original<typeof specs>();
  const customers = { ...resourceSpecs.customers, references: [{ field: 'company_name', to: 'customers' }] };
  return { resourceSpecs: { customers }, RESOURCE_NAMES };
});

/** Saves a customer that names no other. */
function makeFirst({ records }: TestTab): Promise<SaveReceipt> {
  const { company_name: _, ...draft } = ann;
  return createRecord(records, 'customers', draft, { watch: false });
}

it('[P12] a reference is sent as the server id, which the record has by then', async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.setOnline(false);
  const first = await makeFirst(tab);
  await make(tab, { email: 'two@example.com', company_name: first.localId });
  tab.browser.setOnline(true);
  await tab.drained();
  const serverId = (await rowOf(tab, first.localId))?.serverId;
  const bodies = backend.requests.filter(({ method, path }) => method === 'POST' && CUSTOMERS.test(path));
  expect(bodies.map(({ body }) => (body as { company_name: unknown }).company_name)).toEqual([
    undefined,
    serverId,
  ]);
});

it('[S5] a change that refers to a record which no server has waits for it, and nothing else does', async () => {
  const { backend, tab } = await aSyncedTab();
  const answer = latch();
  backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
  const first = await makeFirst(tab);
  await tab.pass(500);
  await make(tab, { email: 'two@example.com', company_name: first.localId });
  await tab.pass(60_000, 1000);
  expect(await open(tab)).toEqual([
    ['create', 'sending'],
    ['create', 'queued'],
  ]);
  answer.open();
  await tab.drained();
  expect(backend.customers).toHaveLength(2);
});

it('[S5] a change that refers to a parked record comes back by itself once that is sent', async () => {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', CUSTOMERS, { kind: 'answer', status: 400, body: { email: ['No.'] } });
  const first = await makeFirst(tab);
  await make(tab, { email: 'two@example.com', company_name: first.localId });
  await tab.pass(5000);
  expect(await open(tab)).toEqual([
    ['create', 'parked', 'rejected'],
    ['create', 'queued'],
  ]);
  expect((await tab.outbox())[1]?.deps).toEqual([first.localId]);
  await retryParked(tab.records, first.mutationId ?? '');
  await tab.drained();
  expect(backend.customers).toMatchObject([{ id: 1 }, { company_name: '1' }]);
});
