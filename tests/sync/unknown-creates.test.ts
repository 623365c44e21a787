import { describe, expect, it } from 'vitest';
import { type MetaRow, MetaRows } from '../../src/db/meta-rows.ts';
import { UNKNOWN_GENERATION } from '../../src/outbox/mutation.ts';
import { decideParked } from '../../src/records/parked.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import type { Poll } from '../../src/sync/poll.ts';
import { planPull } from '../../src/sync/pull/plan-pull.ts';
import { PullRunner } from '../../src/sync/pull/pull-runner.ts';
import { confirmAll, settlementOf } from '../../src/sync/push/push-transactions.ts';
import { jsonAnswer } from '../support/backend/answers.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { aMutation, ann } from '../support/records/mutations.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import {
  aSyncedTab,
  contextOf,
  edit,
  latch,
  listed,
  make,
  open,
  remove,
  rowOf,
} from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const CUSTOMERS = /customers\/customers/;
// Pulls of the whole list, not narrow polls.
const LIST = /customers\/customers\/(\?page|$)/;
const lostAnswer = { kind: 'dropAfter' } as const;
const lostRequest = { kind: 'dropBefore' } as const;

/** A tab with one create whose answer was lost; the server has it unless `fault` says otherwise. */
async function withUnknown(fault: typeof lostAnswer | typeof lostRequest = lostAnswer, fields = {}) {
  const { backend, tab } = await aSyncedTab();
  backend.plan('POST', CUSTOMERS, fault);
  const receipt = await make(tab, fields);
  await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
  return { backend, tab, receipt };
}

const lists = (backend: FakeBackend): number => backend.count('GET', /customers\/customers\/$/);

describe('a create whose answer was lost', () => {
  it('[U1] is left alone for 15 s', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    const [unknown] = await tab.outbox();
    expect((unknown?.nextAt ?? 0) - (unknown?.firstSentAt ?? 0)).toBeGreaterThanOrEqual(15_000);
    await tab.pass(14_000);
    expect((await tab.outbox())[0]?.probe).toEqual({ cleanChecks: 0, lastCheckAt: 0 });
    expect(backend.count('POST', CUSTOMERS)).toBe(0);
  });

  it('[U11] is left alone for longer after an attempt that had more time', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    backend.plan('POST', CUSTOMERS, lostRequest);
    const asked = () => tab.sent.filter((request) => request.startsWith('POST')).length;
    const before = asked();
    await tab.until(() => asked() > before);
    await tab.pass(50_000);
    // The second attempt is carried out as late as this.
    backend.seed(ann);
    await tab.drained();
    expect([backend.customers.length, backend.count('POST', CUSTOMERS)]).toEqual([1, 0]);
    expect(await listed(tab)).toEqual([['Ann', 'synced']]);
  });

  it('[U1, U4] is not judged by a pull that began before it was left alone for long enough', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    const nextAt = (await tab.outbox())[0]?.nextAt ?? 0;
    const page = latch();
    await tab.until(() => tab.browser.clock.now() >= nextAt - 5000);
    backend.plan('GET', LIST, { kind: 'hold', until: page.opened });
    const before = lists(backend);
    await requestPull(tab.records, 'customers');
    await tab.until(() => lists(backend) > before);
    expect(tab.browser.clock.now()).toBeLessThan(nextAt);
    await tab.until(() => tab.browser.clock.now() > nextAt);
    page.open();
    await tab.until(async () => (await tab.outbox())[0]?.probe?.cleanChecks === 1);
    const checkedAt = (await tab.outbox())[0]?.probe?.lastCheckAt ?? 0;
    // Nor is the poll put off by it.
    expect([checkedAt >= nextAt, checkedAt < nextAt + 5000]).toEqual([true, true]);
  });

  it('[U2, U14] is recognised although the server trimmed and reformatted it', async () => {
    const sent = { first_name: ' Ann ', email: 'ann@example.com', phone: '+1 (555) 123-4567' };
    const { backend, tab, receipt } = await withUnknown(lostAnswer, sent);
    for (const row of backend.customers) row['phone'] = '+1-555-123-4567';
    await tab.drained();
    expect([backend.customers.length, await tab.outbox()]).toEqual([1, []]);
    expect((await rowOf(tab, receipt.localId))?.serverId).toBe(1);
  });

  it('[U12] is not taken for a row that was there before, however much alike', async () => {
    const { backend, tab } = await aSyncedTab([{ ...ann, email: 'ANN@example.com' }]);
    backend.plan('POST', CUSTOMERS, lostRequest);
    await make(tab);
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect((await listed(tab)).map(([name]) => name)).toEqual(['Ann', 'Ann']);
  });

  it('[U13] is not taken for the row of another create of ours', async () => {
    const { backend, tab } = await aSyncedTab();
    const { localId } = await make(tab);
    await tab.drained();
    backend.plan('POST', CUSTOMERS, lostRequest);
    const second = await make(tab, { email: 'ANN@example.com' });
    await tab.drained();
    expect(backend.customers).toHaveLength(2);
    expect([await rowOf(tab, localId), await rowOf(tab, second.localId)]).toMatchObject([
      { serverId: 1, mark: 'synced' },
      { serverId: 2, mark: 'synced' },
    ]);
  });

  it('[U3] that is found once is adopted, with everything that waited behind it', async () => {
    const { backend, tab, receipt } = await withUnknown();
    await edit(tab, receipt.localId, { city: 'Reno' });
    expect(await open(tab)).toEqual([
      ['create', 'unknown'],
      ['update', 'queued'],
    ]);
    await tab.drained();
    expect(backend.customers).toMatchObject([{ id: 1, first_name: 'Ann', city: 'Reno' }]);
    expect(await rowOf(tab, receipt.localId)).toMatchObject({ serverId: 1, mark: 'synced' });
    expect((await tab.journal()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['create', 'confirmed'],
      ['update', 'confirmed'],
    ]);
  });

  it('[U3] that was deleted meanwhile is adopted and deleted on the server', async () => {
    const { backend, tab, receipt } = await withUnknown();
    await remove(tab, receipt.localId);
    expect(await listed(tab)).toEqual([]);
    await tab.drained();
    expect([backend.customers, await tab.rows()]).toEqual([[], []]);
  });

  it('[U4] that is not there is sent again after a second pull, 30 s after the first', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    await tab.until(async () => (await tab.outbox())[0]?.probe?.cleanChecks === 1);
    const firstCheck = (await tab.outbox())[0]?.probe?.lastCheckAt ?? 0;
    const before = lists(backend);
    await tab.until(() => backend.count('POST', CUSTOMERS) === 1);
    expect(tab.browser.clock.now() - firstCheck).toBeGreaterThanOrEqual(30_000);
    expect(lists(backend)).toBeGreaterThan(before);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
  });

  it('[U2, U4] an unstable pull, or a failed one, proves nothing', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    for (let n = 0; n < 25; n += 1) backend.seed({ first_name: `N${n}`, email: `n${n}@example.com` });
    const addOne = () => void backend.seed({ first_name: 'Late', email: `${lists(backend)}@example.com` });
    backend.plan('GET', LIST, { kind: 'html', status: 500 });
    backend.plan('GET', LIST, { kind: 'then', act: addOne });
    await tab.pass(16_000);
    expect((await tab.outbox())[0]?.probe?.cleanChecks).toBe(0);
    await tab.drained();
    expect(backend.customers.filter((row) => row['first_name'] === 'Ann')).toHaveLength(1);
  });

  it('[U4] that arrives only after the first pull is found by the second', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    await tab.until(async () => (await tab.outbox())[0]?.probe?.cleanChecks === 1);
    backend.seed(ann);
    await tab.drained();
    expect(backend.customers).toHaveLength(1);
    expect(await listed(tab)).toEqual([['Ann', 'synced']]);
  });

  it('[U5] that may be one of several waits for a person', async () => {
    const { backend, tab } = await withUnknown();
    backend.seed({ ...ann, email: 'ANN@example.com' });
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
    expect(backend.count('POST', CUSTOMERS)).toBe(1);
  });

  it('[U18] waits for a person where no complete snapshot was held when it was sent', async () => {
    const backend = new FakeBackend();
    const tab = new TestTab(backend);
    backend.plan('GET', LIST, { kind: 'html', status: 500 }, 1);
    backend.plan('POST', CUSTOMERS, lostAnswer);
    await tab.signIn();
    await make(tab);
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
  });

  it('[U25] is sent again when the person says that it is another one', async () => {
    const { backend, tab } = await withUnknown(lostAnswer, { email: 'one@example.com' });
    backend.seed({ ...ann, email: 'ONE@example.com' });
    await tab.drained();
    for (const row of backend.customers) row['email'] = `other-${row.id}@example.com`;
    expect(await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'retry' })).toBe(true);
    await tab.drained();
    await tab.pass(5000);
    expect(backend.customers).toHaveLength(3);
    expect((await listed(tab)).map(([, mark]) => mark)).toEqual(['synced', 'synced', 'synced']);
  });

  it('[U25] is dropped when the person says that it is the same', async () => {
    const { backend, tab } = await withUnknown();
    backend.seed({ ...ann, email: 'ANN@example.com' });
    await tab.drained();
    await decideParked(tab.records, (await tab.outbox())[0]?.id ?? '', { what: 'discard' });
    await tab.pass(120_000, 1000);
    expect(backend.count('POST', CUSTOMERS)).toBe(1);
    expect((await tab.rows()).map(({ localId }) => localId)).toEqual(['1', '2']);
  });
});

describe('a create that was once unknown and is refused', () => {
  /** Its row commits on the server only after two pulls have proved it absent. */
  async function withLateCommit(fields: Record<string, string>) {
    const unknown = await withUnknown(lostRequest);
    const { backend, tab } = unknown;
    await tab.until(async () => (await tab.outbox())[0]?.probe?.cleanChecks === 1);
    const commit = () => void backend.seed({ ...ann, ...fields });
    backend.plan('GET', LIST, { kind: 'then', act: commit });
    await tab.until(() => backend.count('POST', CUSTOMERS) === 1);
    return unknown;
  }

  it("[U6] with 'already exists' because of its own row, is confirmed without asking", async () => {
    const { backend, tab, receipt } = await withLateCommit({});
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    expect(await listed(tab)).toEqual([['Ann', 'waiting']]);
    await tab.drained();
    expect(await tab.outbox()).toEqual([]);
    expect(backend.customers).toHaveLength(1);
    expect(await rowOf(tab, receipt.localId)).toMatchObject({ serverId: 1, mark: 'synced' });
  });

  it("[U6] with 'already exists' for somebody else's row, is parked with those words", async () => {
    const { backend, tab } = await withLateCommit({ first_name: 'Anna' });
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'rejected']]);
    expect((await tab.outbox())[0]?.refusal?.body).toEqual({
      email: ['customer with this email already exists.'],
    });
    expect(backend.customers).toHaveLength(1);
  });
});

describe('a row that looks like an open create of ours', () => {
  it('[U7] is not listed while its answer is on its way', async () => {
    const { backend, tab } = await aSyncedTab();
    const answer = latch();
    backend.plan('POST', CUSTOMERS, { kind: 'hold', until: answer.opened });
    const { localId } = await make(tab);
    await tab.until(() => backend.customers.length === 1);
    const before = lists(backend);
    await tab.until(() => lists(backend) > before);
    await tab.pass(500);
    expect(await listed(tab)).toEqual([['Ann', 'waiting']]);
    answer.open();
    await tab.drained();
    expect((await tab.rows()).map((row) => [row.localId, row.serverId])).toEqual([[localId, 1]]);
  });

  it('[U7] is listed once its probe has left the decision to a person', async () => {
    const { backend, tab } = await withUnknown();
    backend.seed({ ...ann, email: 'ANN@example.com' });
    await tab.drained();
    await tab.pass(120_000, 1000);
    expect((await listed(tab)).map(([, mark]) => mark).sort()).toEqual(['attention', 'synced', 'synced']);
  });

  it.each([
    { where: 'of a plain server', features: [] },
    { where: 'beside a change feed', features: ['changes'] as const },
  ])('[U7, U26] is listed once another row has been found to be the create, $where', async ({ features }) => {
    const { backend, tab } = await anExtendedTab(features);
    backend.plan('POST', CUSTOMERS, lostAnswer);
    await make(tab, { company_name: 'Lee & Co' });
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    // The connection has repeated the POST, and a colleague has changed the second copy.
    const copy = { ...ann, company_name: 'Lee & Co', email: 'other@example.com', city: 'Reno' };
    Object.assign(backend.seed(copy), { updated_at: '2027-01-01T00:00:00Z' });
    await tab.drained();
    await tab.pass(120_000, 1000);
    expect((await listed(tab)).map(([, mark]) => mark)).toEqual(['synced', 'synced']);
    expect(backend.customers).toHaveLength(2);
  });
});

describe('beside a change feed, which does not report a kept-out row again', () => {
  it('[U27] the list is read whole once a late answer has confirmed the create', async () => {
    const { backend, tab } = await anExtendedTab(['changes']);
    backend.plan('POST', CUSTOMERS, lostAnswer);
    await make(tab);
    await tab.until(async () => (await open(tab))[0]?.[1] === 'unknown');
    const [seen] = await tab.outbox();
    const [row] = backend.customers;
    if (!seen || !row) throw new Error('Nothing was sent.');
    const before = lists(backend);
    const answer = jsonAnswer(201, row);
    const context = contextOf(tab, async () => ({ kind: 'notSent' }));
    const mutation = aMutation({ ...seen, state: 'sending' });
    const claimed = {
      mutation,
      before: mutation,
      serverId: null,
      ifMatch: null,
      attachments: null,
      wire: {},
    };
    await confirmAll(context, [settlementOf(claimed, answer)]);
    expect(await open(tab)).toEqual([]);
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    expect(lists(backend)).toBe(before + 1);
  });

  it('[U27] the list is read whole once the create was refused', async () => {
    const { backend, tab } = await anExtendedTab(['changes']);
    const before = lists(backend);
    backend.plan('POST', CUSTOMERS, { kind: 'answer', status: 400, body: { email: ['No.'] } });
    await make(tab);
    await tab.drained();
    await requestPull(tab.records, 'customers');
    await tab.pass(5000);
    expect(lists(backend)).toBe(before + 1);
  });

  it('[U35] the list is read for it before the feed is followed', async () => {
    const { tab } = await anExtendedTab(['changes'], [{}]);
    const asked: string[] = [];
    const context = contextOf(tab, async ({ path }) => {
      asked.push(path);
      return jsonAnswer(200, []);
    });
    const { meta: table } = tab.records.db.relaxed;
    const poll: Poll = {
      open: [],
      waitsFor: new Map(),
      meta: new MetaRows((await table.toArray()) as MetaRow[]),
      drainStartedAt: null,
      features: new Set(['changes']),
    };
    const create = aMutation({ kind: 'create', resource: 'workOrders', state: 'unknown', nextAt: 0 });
    for (const open of [[], [{ ...create, claimGeneration: UNKNOWN_GENERATION }]]) {
      const runner = new PullRunner(context, { atOnce: () => 1, lost: () => {}, settingsAt: () => {} });
      runner.wantAll();
      const seen = { ...poll, open };
      await runner.run(planPull(seen, runner.facts(seen, true)), seen);
    }
    expect(asked.map((path) => path.split('?')[0])).toEqual([
      '/api/v1/sync/changes/',
      '/api/v1/work-orders/work-orders/',
    ]);
  });
});

describe('a row that somebody changed before its create was looked for', () => {
  it('[U19, U20, U23] is put before a person, not made a second time', async () => {
    const { backend, tab } = await withUnknown(lostAnswer, { company_name: 'Lee & Co' });
    const updated_at = '2027-01-01T00:00:00Z';
    for (const row of backend.customers)
      Object.assign(row, { city: 'Reno', company_name: 'Lee', updated_at });
    await tab.drained();
    expect(await open(tab)).toEqual([['create', 'parked', 'mayExistTwice']]);
    expect((await tab.outbox())[0]?.refusal?.candidates).toEqual([1]);
    expect(backend.customers).toHaveLength(1);
  });

  it('[U23] is another record if it was not changed, if more differs, or if only blank values are equal', async () => {
    const { backend, tab } = await withUnknown(lostRequest);
    const updated_at = '2027-01-01T00:00:00Z';
    backend.seed({ ...ann, city: 'Reno', email: 'other@example.com' });
    const more = { last_name: 'Gray', city: 'Reno', email: 'gray@example.com' };
    Object.assign(backend.seed({ ...ann, ...more }), { updated_at });
    const ben = { first_name: 'Ben', last_name: 'Ray', email: 'ben@example.com' };
    Object.assign(backend.seed(ben), { updated_at });
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    expect(backend.customers).toHaveLength(4);
  });

  it('[U24] is not taken for a second create of ours that was lost, however alike', async () => {
    const { backend, tab } = await aSyncedTab();
    tab.browser.setOnline(false);
    await make(tab, { email: 'one@example.com' });
    await make(tab, { email: 'two@example.com' });
    backend.plan('POST', CUSTOMERS, lostRequest);
    backend.plan('POST', CUSTOMERS, lostAnswer);
    tab.browser.setOnline(true);
    await tab.drained();
    expect(await open(tab)).toEqual([]);
    const emails = backend.customers.map(({ email }) => email);
    expect([emails.length, new Set(emails)]).toEqual([2, new Set(['one@example.com', 'two@example.com'])]);
  });
});
