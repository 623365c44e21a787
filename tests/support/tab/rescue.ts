import { decideParked } from '../../../src/records/parked.ts';
import { type LoadedRescue, loadRescue } from '../../../src/records/rescue/load-rescue.ts';
import { makeRescue } from '../../../src/records/rescue/save-rescue.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { ann } from '../records/mutations.ts';
import { Profile } from './profiles.ts';
import type { TestTab } from './test-device.ts';

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

export async function fileOf(tab: TestTab): Promise<Blob> {
  const options = { owner: await tab.records.owner(), appVersion: '1', passphrase: '' };
  return (await makeRescue(tab.records, options)).file;
}

export async function loadInto(tab: TestTab, file: Blob): Promise<LoadedRescue> {
  return loadRescue(tab.records, file, { owner: await tab.records.owner(), passphrase: '' });
}

/** Presses 'Send' of each parked change, oldest first. */
export async function sendParked(tab: TestTab): Promise<void> {
  for (const { id, state } of await tab.outbox())
    if (state === 'parked') await decideParked(tab.records, id, { what: 'retry' });
}
