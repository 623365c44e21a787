import { describe, expect, it } from 'vitest';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { TestLocks } from '../support/browser/test-locks.ts';
import { ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  aSyncedTab,
  edit,
  editOf,
  firstRow,
  latch,
  make,
  makeOf,
  open,
  openedTab,
  openOf,
  rowIn,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const ESTIMATES = /estimates\/estimates/;
const ben = { first_name: 'Ben', email: 'ben@example.com' };
const priced = { customer: '1', subtotal: 100, tax_rate: 8, total_amount: 108 };

/** An estimate whose answer was lost, and what the server made of it. */
async function withLost(made: Readonly<Record<string, unknown>>) {
  const { backend, tab } = await aSyncedTab([ben]);
  backend.plan('POST', ESTIMATES, { kind: 'dropAfter' });
  await makeOf(tab, 'estimates', priced);
  await tab.until(() => backend.rows('estimates').length === 1);
  Object.assign(backend.rows('estimates')[0] ?? {}, made);
  await tab.drained();
  return { backend, tab };
}

describe('an estimate whose answer was lost', () => {
  it('[U19, U21] is a question if the server recalculated its total', async () => {
    const { backend, tab } = await withLost({ total_amount: '108.25' });
    expect(await openOf(tab)).toEqual(['estimates create parked mayExistTwice']);
    expect([backend.count('POST', ESTIMATES), backend.rows('estimates').length]).toEqual([1, 1]);
  });

  it.each([
    ['nothing of the price', { subtotal: '7.00', tax_rate: '1.00', total_amount: '7.07' }],
    ['another title', { title: 'Other', total_amount: '108.25' }],
  ])('[U4, U21] is made where a row is like it but for %s', async (_, other) => {
    const { backend, tab } = await withLost(other);
    expect([await openOf(tab), backend.rows('estimates').length]).toEqual([[], 2]);
  });

  it('[U3] is adopted where it is as it was sent', async () => {
    const { backend, tab } = await withLost({});
    expect([await openOf(tab), backend.rows('estimates').length]).toEqual([[], 1]);
  });
});

/** From now on the server works every total out anew, and answers with that. */
function workOut(backend: FakeBackend, made: Readonly<Record<string, unknown>>): void {
  const real = backend.fetch;
  backend.fetch = async (input, init) => {
    const request = new Request(input, init);
    const answer = await real(request);
    if (request.method === 'GET' || !ESTIMATES.test(request.url)) return answer;
    Object.assign(backend.rows('estimates').at(-1) ?? {}, made);
    return Response.json({ ...((await answer.json()) as object), ...made }, { status: answer.status });
  };
}

describe('a total that the server overrules', () => {
  const typed = { customer: '1', subtotal: 659, tax_rate: 8.25, total_amount: 777.77 };

  it('[M5] is noted with what it became: of a new estimate', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    workOut(backend, { total_amount: '713.37' });
    await makeOf(tab, 'estimates', typed);
    await tab.drained();
    expect(await tab.journal()).toMatchObject([{ outcome: 'confirmed', theirs: { total_amount: 713.37 } }]);
    expect((await tab.journal())[0]?.fields['total_amount']?.value).toBe(777.77);
    expect((await tab.rows('estimates')).map(({ mark }) => mark)).toEqual(['synced']);
  });

  it('[M5] is noted with what it became: of a change', async () => {
    const { backend, tab } = await aSyncedTab([ben], {
      estimates: [{ ...priced, customer: 1, title: 'Roof' }],
    });
    workOut(backend, { total_amount: '108.00' });
    const id = backend.rows('estimates')[0]?.id ?? 0;
    await editOf(tab, 'estimates', id, { total_amount: 777.77, notes: 'Call first' });
    await tab.drained();
    expect(await tab.journal()).toMatchObject([{ theirs: { total_amount: 108 } }]);
    expect(Object.keys((await tab.journal())[0]?.theirs ?? {})).toEqual(['total_amount']);
    expect((await rowIn(tab, 'estimates', id))?.view).toMatchObject({ total_amount: 108 });
  });

  it.each([
    ['the form worked it out', { ...typed, total_amount: 713.37 }, { total_amount: '713.36' }],
    ['it differs in form alone', typed, { total_amount: '777.770', title: ' Offer ' }],
    ['what differs was left as a blank estimate has it', typed, { status: 'sent', notes: 'Thanks' }],
  ])('[M23] is none where %s', async (_, sent, made) => {
    const { backend, tab } = await aSyncedTab([ben]);
    workOut(backend, made);
    await makeOf(tab, 'estimates', sent);
    await tab.drained();
    expect((await tab.journal()).map(({ theirs }) => theirs)).toEqual([{}]);
  });
});

describe('what a server did not make of what was typed', () => {
  const POST = /customers\/customers/;
  const refused = { kind: 'answer', status: 400, body: { city: ['No.'] } } as const;
  const told = async (tab: TestTab) =>
    (await tab.journal()).flatMap(({ theirs }) => Object.entries(theirs as Record<string, unknown>));

  it('[M24, X2] is what somebody else changed in a row whose create was sent again', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, { kind: 'dropAfter' });
    await make(tab, { city: 'Boise' });
    await tab.until(() => backend.customers.length === 1);
    Object.assign(firstRow(backend), { city: 'Elko' });
    await tab.drained();
    expect(await told(tab)).toEqual([]);
  });

  it('[M25, X2] is what an earlier attempt had made, before a person corrected it', async () => {
    const { backend, tab } = await anExtendedTab(['client-uid']);
    backend.plan('POST', POST, refused);
    const { localId } = await make(tab, { city: 'Boise' });
    await tab.until(async () => (await open(tab))[0]?.[2] === 'rejected');
    tab.browser.setOnline(false);
    await edit(tab, localId, { city: 'Reno' });
    backend.extensions.key('customers', backend.seed({ ...ann, city: 'Boise' }), localId);
    tab.browser.setOnline(true);
    await tab.drained();
    expect([backend.customers.map(({ city }) => city), await told(tab)]).toEqual([['Reno'], []]);
  });

  it('[M25, P25, P30] is what the late answer to an earlier attempt shows', async () => {
    const backend = new FakeBackend();
    const first = new TestTab(backend, undefined, new TestLocks().for({}));
    await first.signIn();
    await first.pass(5000);
    const answer = latch();
    backend.plan('POST', POST, { kind: 'hold', until: answer.opened });
    const { localId } = await make(first, { city: 'Boise' });
    await first.until(() => backend.customers.length === 1);
    const [late] = backend.customers.splice(0, 1);
    // It shares no locks with the first, takes the attempt for dead, and proves it absent.
    const second = await openedTab(new TestTab(backend, first.browser, new TestLocks().for({})));
    backend.plan('POST', POST, refused);
    await second.until(async () => (await open(second))[0]?.[1] === 'parked');
    second.browser.setOnline(false);
    await edit(second, localId, { city: 'Reno' });
    if (late) backend.customers.push(late);
    answer.open();
    // Not a time: on a slow machine a pull would find the row before the answer is stored.
    await first.until(async () => (await first.rows())[0]?.serverId !== undefined);
    second.browser.setOnline(true);
    await first.drained();
    expect([backend.customers.map(({ city }) => city), await told(first)]).toEqual([['Reno'], []]);
  });
});

it('[M5] a total is noted as well where a person corrected something else of a refused estimate', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  backend.plan('POST', ESTIMATES, { kind: 'answer', status: 400, body: { title: ['No.'] } });
  const { localId } = await makeOf(tab, 'estimates', { ...priced, total_amount: 777.77 });
  await tab.until(async () => (await openOf(tab))[0] === 'estimates create parked rejected');
  workOut(backend, { total_amount: '108.00' });
  await editOf(tab, 'estimates', localId, { title: 'Better' });
  await tab.drained();
  expect(await tab.journal()).toContainEqual(
    expect.objectContaining({ outcome: 'confirmed', theirs: { total_amount: 108 } }),
  );
});
