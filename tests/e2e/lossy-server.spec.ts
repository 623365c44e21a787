import type { Page } from '@playwright/test';
import type { Random } from '../../src/domain/ports.ts';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { seededRandom } from '../support/test/seeded-random.ts';
import { sleepyDevice } from './support/asleep.ts';
import { addCustomer, newCustomer, rowOf, upToDate } from './support/customers.ts';
import type { FaultyProxy } from './support/faulty-proxy.ts';
import { expect, test } from './support/fixtures.ts';
import { keptOf, namesOn, unique } from './support/ledgers.ts';
import { BERT } from './support/people.ts';
import { create, openNew } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import { signIn } from './support/sign-in.ts';

runOnce();

test.use({ throughProxy: true });

/** So many new records of each kind. */
const EACH = 13;
/** One answer in so many is lost. */
const LOST_IN = 5;
/** A person may be asked about one record in so many. */
const ASKED_IN = 50;

/** Where records are made, by their collections. */
const COLLECTIONS = new RegExp(`^(?:${RESOURCE_NAMES.map((name) => specOf(name).path).join('|')})$`);
const FROM_CUSTOMER = ['projects', 'estimates', 'workOrders'] as const;

test('with one answer in five lost, before or after the server did it, 52 new records arrive once each and next to nobody is asked', async ({
  page,
  server,
  faultyProxy,
}) => {
  test.slow();
  const device = await sleepyDevice(page);
  await signIn(page, BERT);
  await upToDate(page);
  loseAnswers(faultyProxy, seededRandom(20_260_115));

  for (let n = 0; n < EACH; n += 1) await addCustomer(page, newCustomer(n));
  await rowOf(page, newCustomer(EACH - 1).email)
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('tab', { name: 'Work' }).click();
  for (let n = 0; n < EACH; n += 1)
    for (const resource of FROM_CUSTOMER) await addFromCustomer(page, resource, n);
  await device.until(async () => {
    const kept = Object.values(await keptOf(page));
    return kept.every(({ waiting }) => waiting.every(({ state }) => state === 'parked'));
  });

  const creates = faultyProxy.requests('POST', COLLECTIONS);
  expect(creates.length).toBeGreaterThan(4 * EACH);
  expect(creates.filter(({ status }) => status === null).length, 'lost before').toBeGreaterThan(4);
  let asked = 0;
  for (const resource of RESOURCE_NAMES) {
    const { waiting, listed } = (await keptOf(page))[resource];
    const held = await namesOn(server, BERT, resource);
    const parked = waiting.map(({ name }) => name);
    asked += parked.length;
    const made = Array.from({ length: EACH }, (_, n) => nameOf(resource, n));
    expect(held).toEqual(unique(held));
    expect([...held, ...parked]).toEqual(expect.arrayContaining(made));
    expect(made).toEqual(expect.arrayContaining(held));
    expect(listed.map(({ name }) => name).sort()).toEqual(made.toSorted());
  }
  expect(asked).toBeLessThanOrEqual((4 * EACH) / ASKED_IN);
});

function nameOf(resource: ResourceName, n: number): string {
  return resource === 'customers' ? newCustomer(n).email : `Job ${n}`;
}

/** Adds a record on its customer's screen. */
async function addFromCustomer(page: Page, resource: ResourceName, n: number): Promise<void> {
  const dialog = await openNew(page, resource);
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill(nameOf(resource, n));
  if (resource === 'estimates') {
    await dialog.getByLabel('Valid Until').fill('2027-04-01');
    await dialog.getByLabel('Subtotal').fill('100');
  }
  await create(dialog);
}

/** From now on one create in each five never reaches the server, or its answer never comes, in turn. */
function loseAnswers(proxy: FaultyProxy, random: Random): void {
  let last = -1;
  for (let block = 0; block < 8 * EACH; block += 1) {
    const next = block * LOST_IN + Math.floor(random() * LOST_IN);
    const kind = block % 2 === 0 ? 'lose-answer' : 'drop';
    proxy.inject({ method: 'POST', path: COLLECTIONS, fault: { kind }, after: next - last - 1, times: 1 });
    last = next;
  }
}
