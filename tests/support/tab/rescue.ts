import { decideParked } from '../../../src/records/parked.ts';
import { type LoadedRescue, loadRescue } from '../../../src/records/rescue/load-rescue.ts';
import { makeRescue, type Rescue } from '../../../src/records/rescue/save-rescue.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ann } from '../records/mutations.ts';
import { Profile } from './profiles.ts';
import type { TestTab } from './test-device.ts';

/** What a server announces that keeps photos too. */
export const EXTENDED = ['client-uid', 'if-match', 'batch', 'attachments'];

/** A server with 20 customers, and a device that has read them and is offline. */
export async function anOldDevice(features: readonly string[] = []) {
  const backend = new FakeBackend();
  for (const name of features) backend.extensions.features.add(name);
  for (let n = 1; n <= 20; n += 1) backend.seed({ ...ann, email: `old${n}@example.com` });
  const old = new Profile(backend);
  const tab = await old.signIn();
  tab.browser.setOnline(false);
  return { backend, old, tab };
}

export async function makeRescueOf(tab: TestTab, passphrase = ''): Promise<Rescue> {
  return makeRescue(tab.records, { owner: await tab.records.owner(), appVersion: '1', passphrase });
}

export async function fileOf(tab: TestTab, passphrase = ''): Promise<Blob> {
  return (await makeRescueOf(tab, passphrase)).file;
}

/** Saves a file on a device that takes no more writes. */
export async function madeWhenFull(tab: TestTab): Promise<Rescue> {
  const { strict, relaxed } = tab.records.db;
  const fail = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  const tables = [...strict.tables, ...relaxed.tables];
  for (const table of tables) {
    table.hook('creating', fail);
    table.hook('updating', fail);
  }
  const rescue = await makeRescueOf(tab);
  for (const table of tables) {
    table.hook('creating').unsubscribe(fail);
    table.hook('updating').unsubscribe(fail);
  }
  return rescue;
}

export async function loadInto(tab: TestTab, file: Blob, passphrase = ''): Promise<LoadedRescue> {
  return loadRescue(tab.records, file, { owner: await tab.records.owner(), passphrase });
}

/** Presses 'Send' of each parked change, oldest first. */
export async function sendParked(tab: TestTab): Promise<void> {
  for (const { id, state } of await tab.outbox())
    if (state === 'parked') await decideParked(tab.records, id, { what: 'retry' });
}
