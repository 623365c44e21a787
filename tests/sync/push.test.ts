import { describe, expect, it } from 'vitest';
import { watchSave } from '../../src/records/commands.ts';
import { requestSync } from '../../src/records/use-sync-status.ts';
import {
  aSyncedTab,
  edit,
  firstRow,
  latch,
  listed,
  make,
  open,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';

const CUSTOMERS = /customers\/customers/;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };

describe('a server that is not there', () => {
  it('[P1] sees nothing of what was saved until one cheap GET has succeeded', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('unreachable') === true);
    backend.down = true;
    await make(tab);
    await tab.pass(60_000);
    expect(await open(tab)).toEqual([
      ['update', 'queued'],
      ['create', 'queued'],
    ]);
    backend.down = false;
    const before = backend.requests.length;
    await tab.drained();
    expect(backend.requests[before]).toMatchObject({ method: 'GET', path: '/api/v1/auth/user/' });
    expect(backend.count('POST', CUSTOMERS)).toBe(1);
    expect((await tab.engine())?.reasons).toEqual([]);
  });

  it('[P39] is found at once when a person presses Sync now', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.down = true;
    await tab.pass(400_000, 5000);
    await make(tab);
    backend.down = false;
    await requestSync(tab.records);
    await tab.pass(500);
    expect(backend.customers).toHaveLength(1);
  });
});

describe('changes of one record', () => {
  it('[P2] go out in order, one at a time', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(500);
    await edit(tab, 1, { state: 'NV' });
    await edit(tab, 1, { state: 'CA', phone: '555-0001' });
    await tab.pass(2000);
    expect(await open(tab)).toEqual([
      ['update', 'sending'],
      ['update', 'queued'],
    ]);
    answer.open();
    await tab.drained();
    const sent = backend.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(sent).toEqual([{ city: 'Reno' }, { state: 'CA', phone: '555-0001' }]);
  });

  it('[P2, P23] wait for a parked one of their own record, and hold up no other record', async () => {
    const { backend, tab } = await aSyncedTab([ben, { first_name: 'Cat', email: 'cat@example.com' }]);
    const body = { detail: 'Not found.' };
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 404, body });
    backend.plan('GET', /customers\/1\/$/, { kind: 'answer', status: 404, body });
    await edit(tab, 1, { state: 'NV' });
    await tab.drained();
    await edit(tab, 1, { city: 'Reno' });
    await edit(tab, 2, { city: 'Elko' });
    await tab.pass(5000);
    expect(await open(tab)).toEqual([
      ['update', 'parked', 'deletedOnServer'],
      ['update', 'queued'],
    ]);
    expect(backend.customers.map((row) => row['city'])).toEqual(['Boise', 'Elko']);
  });

  it("[Q7] replace the server's form of the one before, which nobody else has changed", async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const real = backend.fetch;
    // The server keeps cities in capitals.
    backend.fetch = async (input, init) => {
      const request = new Request(input, init);
      const answer = await real(request);
      if (request.method !== 'PATCH') return answer;
      const city = String(firstRow(backend)['city']).toUpperCase();
      Object.assign(firstRow(backend), { city });
      return Response.json({ ...((await answer.json()) as object), city });
    };
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(500);
    await edit(tab, 1, { city: 'Elko' });
    answer.open();
    await tab.drained();
    expect([await open(tab), firstRow(backend)['city']]).toEqual([[], 'ELKO']);
  });

  it("[Q7] build on the server's form of the one before", async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const answer = latch();
    backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await edit(tab, 1, { city: '  Reno  ' });
    await tab.pass(500);
    await edit(tab, 1, { city: 'Elko' });
    answer.open();
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)['city']).toBe('Elko');
    expect(await rowOf(tab, 1)).toMatchObject({
      server: { city: 'Elko' },
      view: { city: 'Elko' },
      mark: 'synced',
    });
  });
});

it('[P3] one request at first, then 2, 4 and 6 at once over different records', async () => {
  const { backend, tab } = await aSyncedTab();
  tab.browser.setOnline(false);
  await tab.pass(500);
  for (let n = 0; n < 20; n += 1) await make(tab, { email: `n${n}@example.com` });
  const holds = Array.from({ length: 20 }, latch);
  for (const { opened } of holds) backend.plan('POST', CUSTOMERS, { kind: 'hold', until: opened });
  const inFlight = async (): Promise<number> =>
    (await tab.outbox()).filter(({ state }) => state === 'sending').length;
  tab.browser.setOnline(true);
  await tab.until(async () => (await inFlight()) > 0);
  const windows: number[] = [];
  for (const { open: answer } of holds) {
    await tab.pass(500);
    windows.push(await inFlight());
    answer();
  }
  await tab.drained();
  expect(windows.slice(0, 5)).toEqual([1, 2, 4, 6, 6]);
  expect(Math.max(...windows)).toBe(6);
  expect(backend.customers).toHaveLength(20);
});

it('[P23] a deletion keeps its place among the changes of other records', async () => {
  const { backend, tab } = await aSyncedTab(Array.from({ length: 30 }, () => ben));
  tab.browser.setOnline(false);
  await tab.pass(500);
  for (let id = 1; id <= 30; id += 1) await (id === 10 ? remove(tab, id) : edit(tab, id, { city: 'Reno' }));
  const holds = Array.from({ length: 30 }, latch);
  for (const { opened } of holds) backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: opened });
  tab.browser.setOnline(true);
  for (const { open: answer } of holds) {
    await tab.pass(500);
    answer();
  }
  await tab.drained();
  const sent = backend.requests.filter(({ method }) => method === 'PATCH' || method === 'DELETE');
  expect(sent).toHaveLength(30);
  expect(sent.findIndex(({ method }) => method === 'DELETE')).toBeLessThan(16);
});

it('[P56] a fault starts over at one', async () => {
  const { backend, tab } = await aSyncedTab();
  for (let n = 0; n < 4; n += 1) await make(tab, { email: `a${n}@example.com` });
  await tab.drained();
  await tab.pass(5000);
  const answer = latch();
  backend.plan('POST', CUSTOMERS, { kind: 'dropBefore' });
  await make(tab, { email: 'lost@example.com' });
  await tab.until(async () => (await open(tab)).some(([, state]) => state === 'unknown'));
  backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened }, 9);
  backend.plan('GET', CUSTOMERS, { kind: 'hold', until: answer.opened }, 9);
  for (let n = 0; n < 4; n += 1) await make(tab, { email: `b${n}@example.com` });
  await tab.pass(8000);
  expect((await tab.outbox()).filter(({ state }) => state === 'sending')).toHaveLength(1);
  answer.open();
  await tab.drained();
  expect(backend.customers).toHaveLength(9);
});

describe('a claim and a confirmation', () => {
  it('[S2] the mutation is marked before its request leaves', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    await make(tab);
    await tab.until(() => backend.count('POST', CUSTOMERS) === 1);
    const [sending] = await tab.outbox();
    expect(sending).toMatchObject({ state: 'sending', attempts: 1, firstSentAt: tab.browser.clock.now() });
    expect(sending?.attemptId).not.toBeNull();
    answer.open();
    await tab.drained();
  });

  it("[P4] the mutation leaves together with the server's copy of its record", async () => {
    const { backend, tab } = await aSyncedTab();
    const { localId, mutationId } = await make(tab, { first_name: ' Ann ' });
    await tab.drained();
    expect(await rowOf(tab, localId)).toMatchObject({
      serverId: firstRow(backend).id,
      server: { first_name: 'Ann' },
      view: { first_name: 'Ann' },
      mark: 'synced',
      position: [Date.parse(firstRow(backend).created_at), firstRow(backend).id],
    });
    expect(await tab.journal()).toMatchObject([{ mutationId, outcome: 'confirmed' }]);
  });

  it('[Q22] every confirmed change is in the journal, and a confirmed deletion takes its record away', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    await remove(tab, 1);
    await tab.drained();
    expect(backend.customers).toEqual([]);
    expect(await tab.rows()).toEqual([]);
    expect((await tab.journal()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['update', 'confirmed'],
      ['delete', 'confirmed'],
    ]);
  });
});

describe('an update that was saved long after its collection was read', () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ first_name: `N${n}`, email: `n${n}@example.com` }));

  it('[P11, P43] is sent only after its record was read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    tab.setVisible(false);
    await tab.pass(120_000, 1000);
    const before = backend.requests.length;
    firstRow(backend)['phone'] = '555-0009';
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(() => backend.count('PATCH', CUSTOMERS) === 1);
    const sent = backend.requests.slice(before).filter(({ path }) => CUSTOMERS.test(path));
    expect(sent.slice(0, 2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/customers/customers/1/',
      'PATCH /api/v1/customers/customers/1/',
    ]);
    await tab.drained();
    expect((await rowOf(tab, 1))?.view).toMatchObject({ city: 'Reno', phone: '555-0009' });
  });

  it('[P43] many of them are worth one pull of the collection', async () => {
    const { backend, tab } = await aSyncedTab(many);
    tab.setVisible(false);
    tab.browser.setOnline(false);
    await tab.pass(120_000, 1000);
    const lists = backend.count('GET', /customers\/customers\/$/);
    for (let id = 1; id <= 6; id += 1) await edit(tab, id, { city: 'Reno' });
    tab.browser.setOnline(true);
    await tab.until(() => backend.count('PATCH', CUSTOMERS) > 0);
    expect(backend.count('GET', /customers\/customers\/\d+\/$/)).toBe(0);
    expect(backend.count('GET', /customers\/customers\/$/)).toBe(lists + 1);
    await tab.drained();
    expect(backend.customers.map((row) => row['city'])).toEqual(Array(6).fill('Reno'));
  });

  it('[P11] one that was read just now is sent at once', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(backend.count('GET', /customers\/customers\/1\/$/)).toBe(0);
  });
});

// @spec 2.41 8.14 8.26 D1.3
it('[P7] a deletion that is refused puts the record back into the list, marked', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  backend.plan('DELETE', CUSTOMERS, {
    kind: 'answer',
    status: 409,
    body: { detail: '3 others refer to it.' },
  });
  await remove(tab, 1);
  expect(await listed(tab)).toEqual([]);
  await tab.drained();
  expect(await listed(tab)).toEqual([['Ben', 'attention']]);
  expect((await tab.outbox())[0]?.refusal).toMatchObject({
    status: 409,
    body: { detail: '3 others refer to it.' },
  });
});

it('[Q5] a dialog that has let go no longer keeps its change from being merged', async () => {
  const { backend, tab } = await aSyncedTab([ben]);
  const answer = latch();
  backend.plan('PATCH', CUSTOMERS, { kind: 'hold', until: answer.opened });
  await edit(tab, 1, { city: 'Reno' });
  await tab.pass(500);
  const receipt = await edit(tab, 1, { city: 'Elko' }, true);
  expect((await watchSave(tab.records, receipt)).outcome).toBe('waiting');
  await edit(tab, 1, { city: 'Ely' });
  expect(await open(tab)).toHaveLength(2);
  answer.open();
  await tab.drained();
  expect(firstRow(backend)['city']).toBe('Ely');
});
