import { describe, expect, it } from 'vitest';
import { requestSync } from '../../src/records/use-sync-status.ts';
import { aSyncedTab, edit, firstRow, listed, make, open, remove, rowOf } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const LIST = /customers\/customers\/(\?|$)/;
const ben = { first_name: 'Ben', email: 'ben@example.com', city: 'Boise' };
const words = { detail: 'Words.' };

describe('an answer that is lost', () => {
  it('[P8] an update that arrived is recognized by reading, and not sent twice', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropAfter' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
    expect(backend.count('GET', /customers\/customers\/1\/$/)).toBe(1);
    expect(await rowOf(tab, 1)).toMatchObject({ server: { city: 'Reno' }, mark: 'synced' });
  });

  it('[S13, P27] an update that did not arrive is sent again, once its record was read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.outbox())[0]?.attempts === 1);
    await tab.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
    expect(backend.count('GET', /customers\/customers\/1\/$/)).toBe(1);
  });

  it('[S13, P27] a deletion that arrived is recognized by reading', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('DELETE', CUSTOMERS, { kind: 'dropAfter' });
    await remove(tab, 1);
    await tab.drained();
    expect([backend.count('DELETE', CUSTOMERS), await tab.rows()]).toEqual([1, []]);
    expect(await tab.journal()).toMatchObject([
      { outcome: 'confirmed', deleted: { first_name: ben.first_name } },
    ]);
  });

  it.each([408, 502, 503, 504])('[P8] %i is as good as none', async (status) => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('unreachable') === true);
    expect((await tab.outbox())[0]).toMatchObject({ state: 'queued', readFirst: true });
    await tab.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[P8] 204 to an update is confirmed after reading', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const apply = () => void (firstRow(backend)['city'] = 'Reno');
    backend.plan('PATCH', CUSTOMERS, { kind: 'then', act: apply });
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 200, body: words });
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(await rowOf(tab, 1)).toMatchObject({ server: { city: 'Reno' }, mark: 'synced' });
  });
});

describe('a network that answers itself', () => {
  it.each([
    ['a page', { kind: 'html', status: 200 }],
    ['a page with 511', { kind: 'html', status: 511 }],
    ['a redirect', { kind: 'redirect' }],
  ] as const)(
    '[P8] pauses everything as a captive portal, and makes a create unknown: %s',
    async (_, portal) => {
      const { backend, tab } = await aSyncedTab();
      backend.plan('POST', CUSTOMERS, portal);
      backend.plan('GET', /./, portal, 3);
      await make(tab);
      await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
      expect((await tab.outbox())[0]?.setbacks?.serverErrors ?? 0).toBe(0);
      await tab.pass(500);
      expect((await tab.engine())?.reasons).toEqual(['captivePortal']);
      await tab.drained();
      expect((await tab.engine())?.reasons).toEqual([]);
      expect(backend.customers).toHaveLength(1);
    },
  );
});

describe('a server that asks for patience', () => {
  it('[P34] is left alone for as long as it asked, and no longer', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const headers = { 'retry-after': '300' };
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 429, body: words, headers });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
    expect((await tab.outbox())[0]).toMatchObject({ state: 'queued', readFirst: false, firstSentAt: null });
    const before = backend.requests.length;
    await tab.pass(298_000, 1000);
    expect(backend.requests).toHaveLength(before);
    await tab.pass(4000);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it("[P39] is left alone even if a person presses 'Sync now'", async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const headers = { 'retry-after': '300' };
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 429, body: words, headers });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
    const before = backend.requests.length;
    await requestSync(tab.records);
    await tab.pass(280_000, 1000);
    expect(backend.requests).toHaveLength(before);
  });

  it('[P34] backs off as usual if it asks for it in an answer other than 425 and 429', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const headers = { 'retry-after': '300' };
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 503, body: words, headers });
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(60_000, 1000);
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it.each([425, 429])('[P35] %i without a time waits for 30 to 60 s', async (status) => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', CUSTOMERS, { kind: 'answer', status, body: words });
    await make(tab);
    await tab.pass(29_000);
    expect(backend.customers).toHaveLength(0);
    await tab.pass(33_000);
    expect(backend.customers).toHaveLength(1);
  });

  it.each([
    ['a list', LIST],
    ['the cheap GET', /auth\/user/],
    ['a record', /customers\/customers\/1\/$/],
  ])('[P34] is left alone when it asks for it in its answer to %s', async (_, path) => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    const headers = { 'retry-after': '300' };
    backend.plan('GET', path, { kind: 'answer', status: 429, body: words, headers });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
    const before = backend.requests.length;
    await tab.pass(280_000, 1000);
    expect(backend.requests).toHaveLength(before);
    await tab.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
  });

  it('[P36] puts no change off for longer by asking for it as the record of that change is read', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' });
    const headers = { 'retry-after': '300' };
    backend.plan('GET', /customers\/customers\/1\/$/, { kind: 'answer', status: 429, body: words, headers });
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('throttled') === true);
    const [waiting] = await tab.outbox();
    expect(waiting).toMatchObject({ state: 'queued', readFirst: true });
    expect(waiting?.nextAt).toBeLessThanOrEqual(tab.browser.clock.now());
  });
});

describe('a server that is set up wrongly', () => {
  it.each([
    { kind: 'html', status: 404 } as const,
    { kind: 'answer', status: 405 } as const,
    { kind: 'answer', status: 501 } as const,
  ])('[P8] loses nothing: $status holds the engine until it answers rightly', async (fault) => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, fault, 3);
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('serverProblem') === true);
    expect((await tab.outbox())[0]).toMatchObject({ state: 'queued', readFirst: false });
    await tab.drained();
    expect(firstRow(backend)['city']).toBe('Reno');
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
  });

  it('[P8] is asked ever more rarely, though it answers pulls all the while', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 405 }, 5000);
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(600_000, 5000);
    const tried = tab.sent.filter((request) => request.startsWith('PATCH')).length;
    expect(tried).toBeGreaterThan(4);
    expect(tried).toBeLessThan(20);
    expect(await open(tab)).toEqual([['update', 'queued']]);
  });
});

describe('a server that fails inside', () => {
  /** More than six attempts, the last ones behind an hour that the device slept: its clock goes on, its timers do not. */
  async function failingForAnHour(tab: TestTab): Promise<void> {
    await tab.pass(1_800_000, 30_000);
    expect((await tab.outbox())[0]?.attempts).toBeGreaterThanOrEqual(6);
    tab.browser.clock.putBack(-3_600_000);
    await tab.pass(900_000, 30_000);
  }

  it('[P10] is tried again, and the change parked after six attempts over at least an hour', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'html', status: 500 }, 500);
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(3_000_000, 10_000);
    expect(await open(tab)).toEqual([['update', 'queued']]);
    expect((await tab.outbox())[0]?.attempts).toBeGreaterThanOrEqual(6);
    await tab.pass(1_200_000, 10_000);
    expect(await open(tab)).toEqual([['update', 'parked', 'serverErrors']]);
    expect(await listed(tab)).toEqual([['Ben', 'attention']]);
  });

  it('[P40] a create that it may have made is looked for before it is parked', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', CUSTOMERS, { kind: 'html', status: 500 }, 5000);
    await make(tab);
    await failingForAnHour(tab);
    expect(await open(tab)).toEqual([['create', 'parked', 'serverErrors']]);
    expect(backend.customers).toEqual([]);
  });

  it('[Q4, P40] such a create is proven absent, so that an edit takes its place', async () => {
    const { backend, tab } = await aSyncedTab();
    backend.plan('POST', CUSTOMERS, { kind: 'html', status: 500 }, 5000);
    const { localId } = await make(tab);
    await tab.pass(4000);
    await edit(tab, localId, { city: 'Reno' });
    await failingForAnHour(tab);
    expect(await open(tab)).toEqual([['create', 'parked', 'serverErrors']]);
    tab.browser.setOnline(false);
    await edit(tab, localId, { phone: '+1-555-000-0001' });
    const waiting = await tab.outbox();
    expect(waiting).toMatchObject([{ kind: 'create', state: 'queued', firstSentAt: null, probe: null }]);
    expect(waiting[0]?.fields).toMatchObject({
      city: { value: 'Reno' },
      phone: { value: '+1-555-000-0001' },
    });
  });

  it('[P10] holds up no other record', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'html', status: 500 }, 500);
    await edit(tab, 1, { city: 'Reno' });
    await make(tab);
    await tab.pass(10_000);
    expect(await open(tab)).toEqual([['update', 'queued']]);
    expect(backend.customers).toHaveLength(2);
  });
});

describe('a record that is gone', () => {
  it('[P8] an update of it is parked, to be made again or dropped', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.remove(1);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'deletedOnServer']]);
    expect(await listed(tab)).toEqual([['Ben', 'attention']]);
  });

  it('[P8] an update of it is parked as that, even if the server asked for patience before', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.remove(1);
    const headers = { 'retry-after': '1' };
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 429, body: words, headers }, 4);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'deletedOnServer']]);
  });

  it('[P8] a deletion of it is confirmed', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.remove(1);
    await remove(tab, 1);
    await tab.drained();
    expect([await tab.outbox(), await tab.rows()]).toEqual([[], []]);
    expect((await tab.journal())[0]?.outcome).toBe('confirmed');
  });
});

describe('a server that says that something is in the way', () => {
  it.each([409, 412])('[P8] an update is read, merged and sent again: %i', async (status) => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status, body: words }, 2);
    await edit(tab, 1, { city: 'Reno' });
    firstRow(backend)['phone'] = '555-0009';
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(firstRow(backend)).toMatchObject({ city: 'Reno', phone: '555-0009' });
  });

  it('[P8] three times at most, then a person is asked', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 409, body: words }, 50);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(await open(tab)).toEqual([['update', 'parked', 'rejected']]);
    expect(backend.count('GET', /customers\/customers\/1\/$/)).toBe(2);
  });
});

describe('a device that is full', () => {
  it('[P59] pauses, keeps every change, and continues when a person says so', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    const { customers } = tab.records.db.relaxed;
    const full = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
    customers.hook('updating', full);
    await edit(tab, 1, { city: 'Reno' });
    await tab.until(async () => (await tab.engine())?.reasons.includes('storageFull') === true);
    await tab.pass(10_000);
    expect(await open(tab)).toEqual([['update', 'sending']]);
    const before = backend.requests.length;
    await tab.pass(120_000, 1000);
    expect(backend.requests).toHaveLength(before);
    customers.hook('updating').unsubscribe(full);
    await requestSync(tab.records);
    await tab.drained();
    expect(await rowOf(tab, 1)).toMatchObject({ view: { city: 'Reno' }, mark: 'synced' });
    expect(backend.count('PATCH', CUSTOMERS)).toBe(1);
  });
});
