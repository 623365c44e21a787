import { describe, expect, test } from 'vitest';
import { quietSince, statusSince } from '../../src/domain/push/since.ts';
import { requestPull } from '../../src/records/use-sync-status.ts';
import { FakeBackend } from '../support/backend/fake-backend.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { anotherTab, aSyncedTab, atRest, editOf, makeOf, rowIn } from '../support/tab/scenario.ts';
import { TestTab } from '../support/tab/test-device.ts';

const HOUR = 60 * 60_000;
const OFFER = { title: 'Offer', status: 'draft', total_amount: 100 };

async function sinceOf(tab: TestTab, id: number | string) {
  const row = await rowIn(tab, 'estimates', id);
  if (!row) throw new Error('no such estimate');
  const { changed_seen } = row.seen;
  const time = { now: tab.browser.clock.now(), countedFrom: 0 };
  return { ...statusSince(row, time), quiet: quietSince(row, time).how, changed_seen };
}

async function pulled(tab: TestTab): Promise<void> {
  await tab.pass(3000);
  const before = tab.backend.asked;
  await requestPull(tab.records, 'estimates');
  await tab.until(() => tab.backend.asked > before);
  await tab.pass(1000);
}

async function synced(tab: TestTab, id: number | string): Promise<void> {
  await tab.until(async () => (await rowIn(tab, 'estimates', id))?.mark === 'synced');
}

const at = (text: unknown): number => Date.parse(String(text));

async function aTab() {
  const { backend, tab } = await aSyncedTab([], { estimates: [OFFER] });
  // The server's clock is that of its rows. The device's goes by itself.
  const row = () => backend.rows('estimates')[0];
  return { backend, tab, row };
}

describe('since when an estimate has its status', () => {
  test('[L94] is when it was made, while nothing has changed', async () => {
    const { tab, row } = await aTab();
    expect(await sinceOf(tab, 1)).toMatchObject({ at: at(row()?.created_at), isExact: true, isLast: true });
  });

  test('[L94] is when this device set it, in every tab, before and after it is sent', async () => {
    const { backend, tab } = await aTab();
    const other = await anotherTab(tab);
    backend.down = true;
    const set = tab.browser.clock.now();
    await editOf(tab, 'estimates', 1, { status: 'sent' });
    const mine = { at: set, isExact: true };
    expect(await sinceOf(tab, 1)).toMatchObject({ ...mine, isLast: true, quiet: 'status' });
    expect(await sinceOf(other, 1)).toMatchObject({ ...mine, isLast: true });
    await tab.pass(HOUR);
    await editOf(tab, 'estimates', 1, { notes: 'Call back' });
    expect(await sinceOf(tab, 1)).toMatchObject({ ...mine, isLast: false, quiet: 'seen' });
    backend.down = false;
    await synced(tab, 1);
    expect(await sinceOf(tab, 1)).toMatchObject({ ...mine, isLast: false, quiet: 'changed' });
    await pulled(tab);
    expect(await sinceOf(tab, 1)).toMatchObject({ ...mine, isLast: false });
  });

  test('[L94] is as before, if this device takes its change back', async () => {
    const { backend, tab } = await aTab();
    const before = await sinceOf(tab, 1);
    backend.down = true;
    await editOf(tab, 'estimates', 1, { status: 'sent' });
    await editOf(tab, 'estimates', 1, { status: 'draft' });
    expect(await sinceOf(tab, 1)).toEqual(before);
  });

  test('[L94] is when this device made it', async () => {
    const { tab } = await aSyncedTab([{ first_name: 'Ann' }]);
    const made = tab.browser.clock.now();
    const { localId } = await makeOf(tab, 'estimates', { customer: '1', status: 'sent' });
    await synced(tab, localId);
    expect(await sinceOf(tab, localId)).toMatchObject({ at: made, isExact: true });
  });

  test('[L94] is when this device set it, if the create before it waited', async () => {
    const { backend, tab } = await aSyncedTab([{ first_name: 'Ann' }]);
    backend.plan('POST', /estimates/, { kind: 'dropBefore' });
    // The server's clock stands on January 1, so the device makes the estimate weeks before that.
    tab.browser.clock.putBack(30 * 24 * HOUR);
    const { localId } = await makeOf(tab, 'estimates', { customer: '1', status: 'draft' });
    await tab.until(async () => (await tab.outbox())[0]?.firstSentAt !== null);
    backend.down = true;
    tab.browser.clock.advance(HOUR);
    const set = tab.browser.clock.now();
    await editOf(tab, 'estimates', localId, { status: 'sent' });
    tab.browser.clock.advance(HOUR);
    backend.down = false;
    await synced(tab, localId);
    expect(await sinceOf(tab, localId)).toMatchObject({ at: set, isExact: true });
  });

  test('[L94] is at the latest the server’s time, if others set it', async () => {
    const { backend, tab, row } = await aTab();
    backend.change(1, { status: 'sent' }, 'estimates');
    backend.change(1, { notes: 'Sent by mail' }, 'estimates');
    await pulled(tab);
    expect(await sinceOf(tab, 1)).toMatchObject({
      at: at(row()?.updated_at),
      isExact: false,
      quiet: 'changed',
    });
  });

  test('[L94] stays when something else changes', async () => {
    const { backend, tab, row } = await aTab();
    backend.change(1, { status: 'sent' }, 'estimates');
    await pulled(tab);
    const sent = at(row()?.updated_at);
    backend.change(1, { notes: 'Called' }, 'estimates');
    await pulled(tab);
    expect(await sinceOf(tab, 1)).toMatchObject({ at: sent, isExact: false, isLast: false });
    expect(at(row()?.updated_at)).toBeGreaterThan(sent);
  });

  test('[L94] is the server’s time, if its versions show one change only', async () => {
    const { backend, tab } = await anExtendedTab(['if-match']);
    const id = Number(backend.seed(OFFER, 'estimates').id);
    await pulled(tab);
    await tab.until(async () => (await rowIn(tab, 'estimates', id)) !== undefined);
    backend.change(id, { status: 'sent' }, 'estimates');
    await pulled(tab);
    await tab.until(async () => (await rowIn(tab, 'estimates', id))?.view?.['status'] === 'sent');
    const sent = at(backend.rows('estimates')[0]?.updated_at);
    expect(await sinceOf(tab, id)).toMatchObject({ at: sent, isExact: true, isLast: true, quiet: 'status' });
    backend.change(id, { status: 'draft' }, 'estimates');
    backend.change(id, { status: 'accepted' }, 'estimates');
    await pulled(tab);
    await tab.until(async () => (await rowIn(tab, 'estimates', id))?.view?.['status'] === 'accepted');
    expect(await sinceOf(tab, id)).toMatchObject({ isExact: false });
  });

  test('[L95] is since this device knows it, if the server sends no times', async () => {
    const backend = new FakeBackend();
    backend.options.createdAt = false;
    backend.seed(OFFER, 'estimates');
    const tab = new TestTab(backend);
    await tab.signIn();
    await atRest(tab);
    const first = (await rowIn(tab, 'estimates', 1))?.seen.first_seen;
    expect(await sinceOf(tab, 1)).toMatchObject({ at: first, isExact: false, quiet: 'seen' });
    await tab.pass(HOUR);
    backend.change(1, { notes: 'Called' }, 'estimates');
    await pulled(tab);
    const changed = (await rowIn(tab, 'estimates', 1))?.seen.changed_seen ?? 0;
    expect(changed).toBeGreaterThanOrEqual((first ?? 0) + HOUR);
    expect(await sinceOf(tab, 1)).toMatchObject({ at: first, isExact: false, isLast: false, quiet: 'seen' });
    backend.change(1, { status: 'sent' }, 'estimates');
    await pulled(tab);
    expect(await sinceOf(tab, 1)).toMatchObject({ isExact: false, isLast: true, quiet: 'seen' });
    expect((await sinceOf(tab, 1)).at).toBeGreaterThan(changed);
  });

  test('[L94] outlasts a restart', async () => {
    const { backend, tab } = await aTab();
    const set = tab.browser.clock.now();
    await editOf(tab, 'estimates', 1, { status: 'sent' });
    await synced(tab, 1);
    await tab.pass(HOUR);
    const reopened = await anotherTab(new TestTab(backend, tab.browser));
    expect(await sinceOf(reopened, 1)).toMatchObject({ at: set, isExact: true });
  });
});
