import { describe, expect, it } from 'vitest';
import {
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
import type { TestTab } from '../support/tab/test-device.ts';

describe('[X49] after a log-out', () => {
  async function logOut(tab: TestTab): Promise<void> {
    tab.services.session.signOut();
    await tab.until(() => tab.services.records.getSnapshot() === null);
    await tab.pass(3000);
  }

  // @spec D1.60
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
