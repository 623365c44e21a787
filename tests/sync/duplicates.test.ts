import { describe, expect, it } from 'vitest';
import { DUPLICATE_WATCH_MS } from '../../src/outbox/match-create.ts';
import { answerQuestion } from '../../src/records/answer-questions.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  anotherTab,
  aSyncedTab,
  edit,
  latch,
  listed,
  make,
  makeOf,
  open,
  openedTab,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const POST = /customers\/customers/;

async function poll(tab: TestTab): Promise<void> {
  await tab.pass(5000);
  await requestPull(tab.records, 'customers');
  await tab.pass(5000);
}

async function duplicatesSeen(tab: TestTab): Promise<unknown[]> {
  return (await tab.records.db.relaxed.watches.toArray()).flatMap(
    ({ possibleDuplicates }) => possibleDuplicates,
  );
}

it('[P29] of two equal creates each gets its row, though the one is taken for the other', async () => {
  const { backend, tab } = await aSyncedTab([ann]);
  const rows = () => backend.rows('projects').length;
  backend.plan('POST', /projects/, { kind: 'dropBefore' });
  await makeOf(tab, 'projects', { customer: '1' });
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  const answer = latch();
  backend.plan('POST', /projects/, { kind: 'hold', until: answer.opened });
  await tab.pass(12_000);
  await makeOf(tab, 'projects', { customer: '1' });
  // The first is looked for while the second is on its way, and finds the second's row.
  await tab.until(async () => (await open(tab)).length === 1);
  expect([await open(tab), rows()]).toEqual([[['create', 'sending']], 1]);
  answer.open();
  await tab.drained();
  expect([await open(tab), rows()]).toEqual([[], 2]);
  expect((await tab.rows('projects')).map(({ mark }) => mark)).toEqual(['synced', 'synced']);
});

describe('a second row like a create that was confirmed', () => {
  it('[U8] raises an alert when a lost request lands after all', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', POST, { kind: 'dropBefore' });
    const { localId } = await make(tab);
    await tab.drained();
    expect(await duplicatesSeen(tab)).toEqual([]);
    const late = backend.seed(ann);
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([late.id]);
    expect(await tab.records.db.relaxed.watches.toArray()).toMatchObject([
      { localId, resource: 'customers', seenAt: expect.any(Number) },
    ]);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['Ann', 'Ann']);
  });

  it('[U8] raises one although the browser repeated the request on its own', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab);
    await tab.drained();
    backend.seed(ann);
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([2]);
  });

  it.each([
    { where: 'in one pull', features: [], apart: false },
    { where: 'in two pulls', features: [], apart: true },
    { where: 'in one page of a change feed', features: ['changes'], apart: false },
    { where: 'in two pages of a change feed', features: ['changes'], apart: true },
  ] as const)('[U28] raises one for each of two duplicates $where', async ({ features, apart }) => {
    const { backend, tab } = await anExtendedTab(features);
    await make(tab);
    await tab.drained();
    await poll(tab);
    backend.seed(ann);
    if (apart) await poll(tab);
    backend.seed(ann);
    await poll(tab);
    expect(new Set(await duplicatesSeen(tab))).toEqual(new Set([2, 3]));
    expect(await listed(tab)).toHaveLength(3);
  });

  it.each([
    ['after the pull', true],
    ['before the pull', false],
  ])('[U28, P26] raises one for each of two duplicates, one in a late answer %s', async (_, later) => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    await make(tab);
    await tab.until(() => backend.customers.length === 1);
    const [late] = backend.customers.splice(0, 1);
    // It shares no locks with the first, and takes the attempt for dead in the end.
    const other = await openedTab(new TestTab(backend, tab.browser, new TestLocks().for({})));
    await other.until(() => backend.customers.length === 1);
    await tab.drained();
    if (!later) answer.open();
    await tab.pass(5000);
    if (late) backend.customers.push(late);
    backend.seed(ann);
    await poll(tab);
    answer.open();
    await tab.pass(5000);
    expect(new Set(await duplicatesSeen(tab))).toEqual(new Set([1, 3]));
  });

  it('[U8] raises none for one that was there before, for another of ours, or for one that differs', async () => {
    const { backend, tab } = await aSyncedTab([ann]);
    await make(tab, { email: 'a@example.com' });
    await make(tab, { email: 'b@example.com' });
    await tab.drained();
    backend.seed({ ...ann, email: 'a@example.com', city: 'Reno' });
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([]);
  });

  it('[U8, U30] raises none a day later, nor after the record was deleted', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab, { first_name: 'Old' });
    const { localId } = await make(tab, { first_name: 'Gone', email: 'gone@example.com' });
    await tab.drained();
    await remove(tab, localId);
    await tab.drained();
    backend.seed({ ...ann, first_name: 'Gone', email: 'gone@example.com' });
    await poll(tab);
    await tab.pass(DUPLICATE_WATCH_MS, 3_600_000);
    backend.seed({ ...ann, first_name: 'Old' });
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([]);
    expect(await tab.records.db.relaxed.watches.count()).toBe(0);
  });

  it('[U8] raises none against a record that left the device and came back', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab);
    await tab.drained();
    await tab.records.db.strict.customers.clear();
    await poll(tab);
    expect([await tab.rows(), await duplicatesSeen(tab)]).toEqual([[expect.anything()], []]);
    backend.seed(ann);
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([2]);
  });

  it('[U8] is known although the server makes other values of what it is sent', async () => {
    const { backend, tab } = await aSyncedTab();
    const shout = () => {
      for (const row of backend.customers) row['last_name'] = String(row['last_name']).toUpperCase();
    };
    backend.plan('POST', POST, { kind: 'hold', until: Promise.resolve().then(shout) });
    await make(tab);
    await tab.drained();
    backend.seed({ ...ann, last_name: String(backend.customers[0]?.['last_name']) });
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([2]);
  });

  it('[A7] keeps its data on the device at a log-out, until somebody has answered', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab);
    await tab.drained();
    backend.seed(ann);
    await poll(tab);
    tab.services.session.signOut();
    await tab.pass(5000);
    await tab.signIn();
    expect(await duplicatesSeen(tab)).toEqual([2]);
  });

  it('[U30] asks no more once a person has said that both are right', async () => {
    const { backend, tab } = await aSyncedTab();
    await make(tab);
    await tab.drained();
    const late = backend.seed(ann);
    await poll(tab);
    const [watch] = await tab.records.db.relaxed.watches.toArray();
    await answerQuestion(tab.records, { to: 'secondRow', watchId: watch?.id ?? '', distinct: late.id });
    await poll(tab);
    expect(await duplicatesSeen(tab)).toEqual([]);
  });

  it('[P26] raises one when the late answer of a frozen tab names another row', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'sending');
    await tab.until(() => backend.customers.length === 1);
    // Its row is hidden from the probe, as if it had not been committed yet.
    const [late] = backend.customers.splice(0, 1);
    const other = await anotherTab(tab);
    await other.records.db.strict.outbox.toCollection().modify({ state: 'queued', attemptId: 'another' });
    tab.setFrozen(true);
    await other.until(() => backend.customers.length === 1);
    if (late) backend.customers.push(late);
    tab.setFrozen(false);
    answer.open();
    await tab.drained();
    await poll(tab);
    expect(await duplicatesSeen(tab)).toHaveLength(1);
  });
});

describe('a possible duplicate', () => {
  async function withTwo() {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', POST, { kind: 'dropAfter' });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 1);
    backend.seed(ann);
    await edit(tab, localId, { city: 'Reno' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'parked');
    await tab.pass(5000);
    return { backend, tab, localId };
  }

  it('[U5, U20] names the rows that may be it, and shows them', async () => {
    const { tab } = await withTwo();
    expect(await open(tab)).toEqual([
      ['create', 'parked', 'mayExistTwice'],
      ['update', 'queued'],
    ]);
    expect((await tab.outbox())[0]?.refusal?.candidates).toEqual([2, 1]);
    expect(await listed(tab)).toHaveLength(3);
  });

  it('[U25] becomes the one that a person points at, with everything that waited behind it', async () => {
    const { backend, tab, localId } = await withTwo();
    const [parked] = await tab.outbox();
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'keepOne', serverId: 1 })).toBe(true);
    expect(await rowOf(tab, 1)).toMatchObject({ localId, serverId: 1, view: { city: 'Reno' } });
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(backend.customers.map((row) => row['city'])).toEqual(['Reno', '']);
    expect(await listed(tab)).toHaveLength(2);
  });

  it('[U25] takes over what was changed in the row that it is', async () => {
    const { backend, tab, localId } = await withTwo();
    tab.browser.setOnline(false);
    await edit(tab, 1, { phone: '+1-555-000-0000' });
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'keepOne', serverId: 1 });
    tab.browser.setOnline(true);
    await tab.drained();
    expect(backend.customers[0]).toMatchObject({ city: 'Reno', phone: '+1-555-000-0000' });
    expect((await rowOf(tab, localId))?.mark).toBe('synced');
  });

  it('[U25] is not taken for a row that this device does not have, or that is a record made here', async () => {
    const { tab } = await withTwo();
    const [parked] = await tab.outbox();
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'keepOne', serverId: 99 })).toBe(false);
    expect(await decideParked(tab.records, 'unknown', { what: 'keepOne', serverId: 1 })).toBe(false);
    expect(await open(tab)).toHaveLength(2);
  });

  it('[U25] is not taken for a row whose deletion waits: that would take what was changed since along', async () => {
    const { tab, localId } = await withTwo();
    tab.browser.setOnline(false);
    await remove(tab, 1);
    const [parked] = await tab.outbox();
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'keepOne', serverId: 1 })).toBe(false);
    expect((await rowOf(tab, localId))?.view).toMatchObject({ first_name: 'Ann', city: 'Reno' });
    expect(await decideParked(tab.records, parked?.id ?? '', { what: 'keepOne', serverId: 2 })).toBe(true);
  });

  it('[U25] is a record of its own where a person says so', async () => {
    const { backend, tab } = await withTwo();
    for (const [n, row] of backend.customers.entries()) row['email'] = `n${n}@example.com`;
    const [parked] = await tab.outbox();
    await decideParked(tab.records, parked?.id ?? '', { what: 'retry' });
    await tab.drained();
    expect(backend.customers).toHaveLength(3);
    await makeOf(tab, 'projects', { customer: parked?.localId ?? '' });
    await tab.drained();
    expect(backend.rows('projects')).toHaveLength(1);
  });
});
