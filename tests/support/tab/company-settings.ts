import type { Feature } from '../../../src/api/sync-api.ts';
import { readKeptSettings } from '../../../src/db/settings-store.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { settingsOf } from '../../../src/outbox/kept-settings.ts';
import { saveSettings } from '../../../src/records/company-settings.ts';
import type { FakeBackend } from '../backend/fake-backend.ts';
import { anExtendedTab } from './extended-tab.ts';
import { atRest } from './scenario.ts';
import { TestBrowser, TestTab } from './test-device.ts';

export const SETTINGS = /\/company\/settings\//;
export const SHARED: readonly Feature[] = ['company-settings'];

export const kept = (tab: TestTab) => readKeptSettings(tab.records.db);
export const seen = async (tab: TestTab): Promise<Settings> => settingsOf(await kept(tab));
export const state = async (tab: TestTab) => {
  const { waiting = 0, asks = 0 } = (await tab.records.db.relaxed.meta.get('settings')) ?? {};
  return { waiting, asks };
};
export const save = (tab: TestTab, changes: Partial<Settings>) => saveSettings(tab.records, changes);
export const patches = (backend: FakeBackend) => backend.count('PATCH', SETTINGS);
/** Waits until all changes of settings are sent. */
export const sent = (tab: TestTab) => tab.until(async () => (await state(tab)).waiting === 0);

/** Returns the devices of two people in one company. */
export async function twoDevices(features: readonly Feature[] = SHARED) {
  const { backend, tab: phone } = await anExtendedTab(features);
  backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
  const office = new TestTab(backend, new TestBrowser(phone.browser.clock));
  await office.signIn('office');
  await atRest(office);
  return { backend, phone, office };
}

/** Simulates a person turning back to a device. */
export async function lookAt(tab: TestTab): Promise<void> {
  tab.setVisible(false);
  tab.setVisible(true);
  await tab.pass(1000);
}
