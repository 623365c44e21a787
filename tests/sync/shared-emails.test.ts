import { expect, it } from 'vitest';
import { FEATURES, type Feature } from '../../src/api/sync-api.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { atRest, make, open } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const POST = /customers\/customers/;
const MANAGER = 'manager@example.com';
const ann = { first_name: 'Ann', last_name: 'Lee', email: MANAGER, address_line_1: '1 Oak St' };
const bob = { first_name: 'Bob', last_name: 'Lee', email: MANAGER, address_line_1: '2 Oak St' };
const carried = { kind: 'dropAfter' } as const;
const lost = { kind: 'dropBefore' } as const;

const SERVERS: readonly (readonly [server: string, features: readonly Feature[], filters: boolean])[] = [
  ['a plain server', [], false],
  ['a plain server with filters', [], true],
  ['a server with keys', ['client-uid'], false],
  ['a server with all extensions', FEATURES.filter((feature) => feature !== 'events'), false],
];

/** A tab over a server on which several customers may have one e-mail. */
async function aTab(features: readonly Feature[], filters: boolean) {
  const others = Array.from({ length: 40 }, (_, n) => ({ email: `other${n}@example.com` }));
  const opened = await anExtendedTab(features, others);
  Object.assign(opened.backend.options, { sharedEmails: true, filters });
  return opened;
}

/** The first names on the device and on the server of those with this e-mail. */
async function pairsOf(tab: TestTab, rows: readonly Readonly<Record<string, unknown>>[]) {
  const records = (await tab.rows('customers')).filter(({ view }) => view?.['email'] === MANAGER);
  const onServer = (id: unknown) => rows.find((row) => String(row['id']) === String(id));
  return records
    .map(
      ({ view, serverId }) =>
        `${String(view?.['first_name'])}: ${String(onServer(serverId)?.['first_name'])}`,
    )
    .sort();
}

for (const [server, features, filters] of SERVERS) {
  it(`[U14, U3] two creates with one e-mail are each found by their own row on ${server}`, async () => {
    const { backend, tab } = await aTab(features, filters);
    tab.browser.setOnline(false);
    await make(tab, ann);
    await make(tab, bob);
    backend.plan('POST', /customers\/customers|batch/, carried, 2);
    tab.browser.setOnline(true);
    await tab.drained();
    await atRest(tab);
    expect(await open(tab)).toEqual([]);
    const rows = backend.customers;
    expect(rows.filter(({ email }) => email === MANAGER)).toHaveLength(2);
    expect(await pairsOf(tab, rows)).toEqual(['Ann: Ann', 'Bob: Bob']);
  });

  it(`[U14, U4] a create that never arrived is not taken for another one with its e-mail on ${server}`, async () => {
    const { backend, tab } = await aTab(features, filters);
    backend.plan('POST', /customers\/customers|batch/, lost);
    await make(tab, ann);
    await tab.until(async () => (await open(tab))[0]?.[1] !== 'sending');
    // Somebody else makes another house of the manager, while ours is looked for.
    backend.seed(bob);
    await tab.drained();
    await atRest(tab);
    await tab.until(async () => (await pairsOf(tab, backend.customers)).length === 2);
    expect(await open(tab)).toEqual([]);
    expect(await pairsOf(tab, backend.customers)).toEqual(['Ann: Ann', 'Bob: Bob']);
  });
}

it('[U5] two creates that are equal in all that was sent make two customers, or ask', async () => {
  const { backend, tab } = await aTab([], true);
  tab.browser.setOnline(false);
  await make(tab, ann);
  await make(tab, ann);
  backend.plan('POST', POST, carried, 2);
  tab.browser.setOnline(true);
  await tab.drained();
  await atRest(tab);
  const asked = (await open(tab)).filter(([, , reason]) => reason === 'mayExistTwice');
  const rows = backend.customers.filter(({ email }) => email === MANAGER);
  const found = new Set((await tab.rows('customers')).map(({ serverId }) => serverId));
  expect(rows.filter(({ id }) => found.has(id)).length + asked.length).toBeGreaterThanOrEqual(2);
});

it('[U23] a customer with the e-mail that somebody has changed since is asked about, not taken', async () => {
  const { backend, tab } = await aTab([], true);
  backend.plan('POST', POST, lost);
  await make(tab, ann);
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  const row = backend.seed({ ...ann, first_name: 'Bob' });
  Object.assign(row, { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' });
  await tab.drained();
  expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
});
