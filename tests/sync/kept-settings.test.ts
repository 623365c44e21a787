import { describe, expect, it } from 'vitest';
import type { Feature } from '../../src/api/sync-api.ts';
import { moveOldSettings } from '../../src/db/settings-store.ts';
import {
  kept,
  lookAt,
  patches,
  SETTINGS,
  SHARED,
  save,
  seen,
  sent,
  state,
} from '../support/tab/company-settings.ts';
import { anExtendedTab } from '../support/tab/extended-tab.ts';
import { anotherTab } from '../support/tab/scenario.ts';
import type { TestTab } from '../support/tab/test-device.ts';

describe('[X49] after a log-out', () => {
  async function logOut(tab: TestTab): Promise<void> {
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(3000);
  }

  it.each([
    ['on a plain server', []],
    ['on one that keeps them', SHARED],
  ])('the settings are still on the device, %s', async (_, features) => {
    const { tab } = await anExtendedTab(features);
    await save(tab, { companyName: 'Lakeside', myName: 'Ann' });
    await tab.pass(2000);
    const { name } = tab.records.db;
    await logOut(tab);
    expect((await indexedDB.databases()).map((one) => one.name)).not.toContain(name);
    await tab.signIn();
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
  });

  it('what was not sent is sent after the next sign-in', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    tab.browser.setOnline(false);
    await save(tab, { companyName: 'Lakeside' });
    await logOut(tab);
    tab.browser.setOnline(true);
    await tab.signIn();
    await tab.until(() => backend.settings.version === 1);
    expect(backend.settings.shown.name).toBe('Lakeside');
  });

  it('another user of the device sees nothing of them', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside', myName: 'Ann' });
    backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
    await logOut(tab);
    await tab.signIn('office');
    expect(await seen(tab)).toMatchObject({ companyName: '', myName: '' });
  });
});

describe('[X1] on a plain server', () => {
  it('nothing of the settings is sent, and nothing counts as waiting', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside' });
    await lookAt(tab);
    await tab.pass(60_000, 5000);
    expect(backend.urls.filter((url) => SETTINGS.test(url))).toEqual([]);
    expect(await state(tab)).toEqual({ waiting: 0, asks: 0 });
    expect((await seen(tab)).companyName).toBe('Lakeside');
  });

  it('they are sent once it has a place for them', async () => {
    const { backend, tab } = await anExtendedTab([]);
    await save(tab, { companyName: 'Lakeside' });
    backend.extensions.features.add('company-settings');
    tab.browser.setOnline(false);
    await tab.pass(1000);
    tab.browser.setOnline(true);
    await tab.until(() => backend.settings.version === 1);
    expect(backend.settings.shown.name).toBe('Lakeside');
  });

  it('that has kept them once, what waits is no longer counted', async () => {
    const { backend, tab } = await anExtendedTab(SHARED);
    tab.browser.setOnline(false);
    await save(tab, { companyName: 'Lakeside' });
    backend.extensions.features.clear();
    tab.browser.setOnline(true);
    await sent(tab);
    expect((await seen(tab)).companyName).toBe('Lakeside');
    expect(patches(backend)).toBe(0);
  });
});

describe('[X50] what an earlier build kept in the account’s database', () => {
  const OLD = [
    { key: 'companyName', value: 'Lakeside' },
    { key: 'myName', value: 'Ann' },
    { key: 'list:customers', query: 'status=active' },
  ] as const;

  async function withOld(features: readonly Feature[]) {
    const { backend, tab } = await anExtendedTab(features);
    await tab.records.db.strict.settings.bulkPut([...OLD]);
    return { backend, tab };
  }
  const left = async (tab: TestTab) =>
    (await tab.records.db.relaxed.settings.toArray()).map(({ key }) => key);

  it('shows at once, is moved by the next start, and sent where the server has a place for it', async () => {
    const { backend, tab } = await withOld(SHARED);
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
    const next = await anotherTab(tab);
    tab.crash();
    await next.until(() => backend.settings.version === 1);
    expect(await left(next)).toEqual(['list:customers']);
    expect(await seen(next)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
    await sent(next);
  });

  it('is moved by a log-out before anything else of the app has done so', async () => {
    const { tab } = await withOld([]);
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(3000);
    await tab.signIn();
    expect(await seen(tab)).toMatchObject({ companyName: 'Lakeside', myName: 'Ann' });
  });

  it('is not put over what was saved since, where a crash had it moved twice', async () => {
    const { tab } = await withOld([]);
    const { db } = tab.records;
    await moveOldSettings(db, db.strict);
    await save(tab, { companyName: 'Harbor' });
    await db.strict.settings.bulkPut([...OLD]);
    expect((await seen(tab)).companyName).toBe('Harbor');
    await save(tab, { companyPhone: '1' });
    expect(await seen(tab)).toMatchObject({ companyName: 'Harbor', companyPhone: '1' });
    const next = await anotherTab(tab);
    tab.crash();
    await next.until(async () => !('moved' in (await kept(next))));
    expect(await seen(next)).toMatchObject({ companyName: 'Harbor', companyPhone: '1' });
  });

  it('that a tab of that build saves beside this one counts as the last word', async () => {
    const { tab } = await withOld([]);
    const { db } = tab.records;
    await save(tab, { companyName: 'Harbor' });
    await db.strict.settings.put({ key: 'companyName', value: 'Pier' });
    expect((await seen(tab)).companyName).toBe('Pier');
    await save(tab, { companyPhone: '1' });
    expect(await seen(tab)).toMatchObject({ companyName: 'Pier', companyPhone: '1' });
  });
});
