import { describe, expect, it } from 'vitest';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull, requestSync } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { ann } from '../support/records/mutations.ts';
import { aSyncedTab, edit, make, remove } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
const HOUR = 60 * 60_000;
const ben = { first_name: 'Ben', email: 'ben@example.com' };

/** Timers stand still while a device sleeps, and its clock does not. */
function sleep(tab: TestTab, ms: number): void {
  tab.browser.clock.putBack(-ms);
}

describe('a refused change with a later one behind it', () => {
  async function refusedWithLaterEdit() {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', CUSTOMERS, {
      kind: 'answer',
      status: 400,
      body: { email: ['customer with this email already exists.'] },
    });
    const { localId } = await make(tab, { email: 'taken@example.com' });
    await edit(tab, localId, { phone: '+1-555-000-0001' });
    await tab.drained();
    return { backend, tab, localId };
  }

  it('[Q15] takes the later one in, so that mending it sends both', async () => {
    const { backend, tab, localId } = await refusedWithLaterEdit();
    expect((await tab.outbox()).map((m) => [m.kind, m.state])).toEqual([['create', 'parked']]);
    await edit(tab, localId, { email: 'ann.lee@example.com' });
    await tab.drained();
    expect(await tab.outbox()).toEqual([]);
    expect(backend.customers.at(-1)).toMatchObject({
      email: 'ann.lee@example.com',
      phone: '+1-555-000-0001',
    });
  });

  it('[Q15] a change made while the refused one was on its way is in it as well', async () => {
    const { backend, tab } = await aSyncedTab();
    let answer = (): void => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    backend.seed({ first_name: 'Eve', email: 'taken@example.com' });
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until });
    const { localId } = await make(tab, { email: 'taken@example.com' });
    await tab.pass(1000);
    await edit(tab, localId, { city: 'Reno' });
    answer();
    await tab.drained();
    const parked = await tab.outbox();
    expect(parked.map((m) => [m.kind, m.state])).toEqual([['create', 'parked']]);
    expect(parked[0]?.fields['city']?.value).toBe('Reno');
    expect(await decideParked(tab.records, parked[0]?.id ?? '', { what: 'retry' })).toBe(true);
    await tab.drained();
    expect((await tab.outbox()).map((m) => m.state)).toEqual(['parked']);
    expect(await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' })).toBe(
      true,
    );
    expect(await tab.outbox()).toEqual([]);
  });
});

describe('a server that does not keep to the contract', () => {
  it("[P8] another record's copy in answer to an update is not taken for ours", async () => {
    const { backend, tab } = await aSyncedTab([ben, { first_name: 'Cat', email: 'cat@example.com' }]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'answer', status: 200, body: backend.customers[1] });
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect(backend.customers.map((row) => row['city'])).toEqual(['Reno', '']);
    expect((await tab.rows()).map((row) => [row.localId, row.serverId, row.view?.['first_name']])).toEqual([
      ['1', 1, 'Ben'],
      ['2', 2, 'Cat'],
    ]);
  });

  it('[U16] a collection that never reads stable ends in a question, not in a storm of requests', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', CUSTOMERS, { kind: 'dropBefore' });
    backend.plan(
      'GET',
      /customers\/customers\/(\?.*)?$/,
      { kind: 'answer', status: 200, body: { count: 5, next: null, results: backend.customers } },
      10_000,
    );
    await make(tab);
    const before = backend.asked;
    await tab.pass(60_000);
    expect(backend.asked - before).toBeLessThan(30);
    await tab.pass(600_000, 1000);
    expect((await tab.outbox()).map((m) => [m.state, m.refusal?.reason])).toEqual([
      ['parked', 'mayExistTwice'],
    ]);
  });

  it.each([
    ['found where it had arrived', 'dropAfter'],
    ['sent again where it had not', 'dropBefore'],
  ] as const)('[U17] a create that no pull could settle is looked for again: %s', async (_, kind) => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('POST', CUSTOMERS, { kind });
    const unstable = { kind: 'answer', status: 200, body: { count: 5, next: null, results: [] } } as const;
    await make(tab);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'unknown');
    backend.plan('GET', /customers\/customers\/(\?.*)?$/, unstable, 100);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'parked');
    backend.forgetPlans();
    const id = (await tab.outbox())[0]?.id ?? '';
    expect(await decideParked(tab.records, id, { what: 'recheck' })).toBe(true);
    expect(await decideParked(tab.records, id, { what: 'recheck' })).toBe(false);
    await tab.drained();
    expect(await tab.outbox()).toEqual([]);
    expect(backend.count('POST', CUSTOMERS)).toBe(1);
    expect(backend.customers).toHaveLength(2);
    expect(await tab.rows()).toHaveLength(2);
  });

  it('[P10] one server error after many lost connections raises no question', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'dropBefore' }, 500);
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(600_000, 5000);
    sleep(tab, HOUR);
    await tab.pass(120_000, 5000);
    expect((await tab.outbox())[0]?.attempts).toBeGreaterThan(6);
    backend.forgetPlans();
    backend.plan('PATCH', CUSTOMERS, { kind: 'html', status: 500 }, 1);
    await edit(tab, 1, { city: 'Elko' });
    await tab.drained();
    expect(await tab.outbox()).toEqual([]);
    expect(backend.customers[0]?.['city']).toBe('Elko');
  });
});

describe('a deletion that failed inside the server for an hour, of a record that a person then changes', () => {
  /** The deletion waits for a person, and may have been carried out or not. */
  async function aDoubtfulDeletion() {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('DELETE', CUSTOMERS, { kind: 'html', status: 500 }, 500);
    await remove(tab, 1);
    await tab.until(async () => (await tab.outbox())[0]?.state === 'queued');
    for (let n = 0; n < 6; n += 1) {
      await requestSync(tab.records);
      await tab.pass(60_000, 5000);
    }
    expect((await tab.outbox()).map(({ state }) => state)).toEqual(['queued']);
    sleep(tab, HOUR);
    await requestSync(tab.records);
    await tab.pass(60_000, 5000);
    expect((await tab.outbox()).map(({ refusal }) => refusal?.reason)).toEqual(['serverErrors']);
    return { backend, tab };
  }

  it('[Q16, Q17] is given up if the record still exists, which is read first', async () => {
    const { backend, tab } = await aDoubtfulDeletion();
    // Read just now, so that an update would be sent unseen.
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    const before = backend.requests.length;
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    const since = backend.requests.slice(before).filter(({ path }) => path.includes('customers/1/'));
    expect(since.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
    expect([await tab.outbox(), backend.customers[0]?.['city']]).toEqual([[], 'Reno']);
    expect((await tab.rows())[0]).toMatchObject({ mark: 'synced', view: { city: 'Reno' } });
  });

  it('[Q16] leaves the question what becomes of the change where it was carried out', async () => {
    const { backend, tab } = await aDoubtfulDeletion();
    backend.remove(1);
    await edit(tab, 1, { city: 'Reno' });
    await tab.drained();
    expect((await tab.outbox()).map(({ kind, refusal }) => [kind, refusal?.reason])).toEqual([
      ['update', 'deletedOnServer'],
    ]);
    expect((await tab.rows())[0]?.view).toMatchObject({ first_name: ben.first_name, city: 'Reno' });
  });
});

describe('an account', () => {
  it('[A11] known by name alone at first keeps its waiting changes when its id becomes known', async () => {
    const backend = new FakeBackend();
    backend.plan('GET', /auth\/user/, { kind: 'html', status: 503 }, 1);
    const tab = new TestTab(backend);
    await tab.signIn();
    tab.browser.setOnline(false);
    await tab.pass(1000);
    await make(tab);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    tab.browser.setOnline(true);
    await tab.signIn();
    await tab.drained();
    expect(backend.customers).toMatchObject([{ email: ann['email'] }]);
  });

  it('[T22] logged out before the first rows were read can sign in again at once', async () => {
    const { tab } = await aSyncedTab(
      Array.from({ length: 60 }, (_, n) => ({ first_name: `N${n}`, email: `n${n}@example.com` })),
    );
    const second = new TestTab(tab.backend, tab.browser);
    await second.until(() => second.services.records.getSnapshot() !== null);
    second.services.session.signOut();
    await second.signIn();
    await second.until(async () => (await second.rows()).length === 60);
    expect(tab.browser.errors).toEqual([]);
  });
});

describe("'Sync now'", () => {
  it('[P39] makes a change that backs off due at once', async () => {
    const { backend, tab } = await aSyncedTab([ben]);
    backend.plan('PATCH', CUSTOMERS, { kind: 'html', status: 500 }, 500);
    await edit(tab, 1, { city: 'Reno' });
    await tab.pass(600_000, 5000);
    const waits = (await tab.outbox())[0]?.nextAt ?? 0;
    expect(waits - tab.browser.clock.now()).toBeGreaterThan(0);
    const sent = backend.asked;
    await requestSync(tab.records);
    await tab.pass(1000);
    expect(backend.asked).toBeGreaterThan(sent);
    expect((await tab.outbox())[0]?.nextAt).not.toBe(waits);
  });
});
