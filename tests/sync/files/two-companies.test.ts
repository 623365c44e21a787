import { expect, it } from 'vitest';
import { FakeBackend } from '../../support/backend/fake-backend.ts';
import {
  aPhoto,
  aPhotoTab,
  onShelf,
  showPhotos,
  take,
  takeOf,
  twoDevices,
  WITH_FEED,
} from '../../support/tab/photos.ts';
import { atRest, openOf } from '../../support/tab/scenario.ts';
import { type Backend, TestTab } from '../../support/tab/test-device.ts';

const HASHES = [1, 2].flatMap((n) => [aPhoto(n).file.sha256, aPhoto(n).thumb?.sha256 ?? '']);

/** Another company of the same server, with an account of its own. */
function otherCompany({ origin }: FakeBackend): { second: FakeBackend; sameServer: Backend } {
  const second = new FakeBackend();
  for (const name of WITH_FEED) second.extensions.features.add(name);
  second.users.splice(0, 1, { id: 3, username: 'bob', password: 'restoration', active: true });
  const { fetch } = second;
  return { second, sameServer: { origin, fetch } };
}

async function everythingIn({ records }: TestTab<Backend>): Promise<string> {
  const tables = records.db.relaxed.tables.map((table) => table.toArray());
  return JSON.stringify(await Promise.all(tables));
}

it('on a device that two companies use, neither sees, fetches or sends a photo of the other', async () => {
  const { backend: first, phone: ann, office, job } = await twoDevices();
  office.crash();
  await takeOf(ann, job, 1);
  await showPhotos(ann, job);
  await ann.pass(5000);
  ann.browser.setOnline(false);
  // This one waits, so the data of the first company stays on the device.
  await take(ann, aPhoto(2));
  const cursor = (await ann.records.db.relaxed.meta.get('feed'))?.cursor;
  expect(cursor).toBeDefined();
  ann.services.session.signOut();
  await ann.until(() => ann.services.records.getSnapshot() === null);
  ann.crash();
  ann.browser.setOnline(true);

  const { second, sameServer } = otherCompany(first);
  const bob = new TestTab(sameServer, ann.browser);
  await bob.signIn('bob');
  const asked = first.requests.length;
  await atRest(bob as TestTab);
  await showPhotos(bob as TestTab, job);
  await bob.pass(120_000, 1000);
  const held = await everythingIn(bob);
  for (const hash of HASHES) expect(held).not.toContain(hash);
  expect(await bob.records.db.relaxed.fileBytes.count()).toBe(0);
  expect(await bob.rows('attachments')).toEqual([]);
  for (const url of second.urls) {
    for (const hash of HASHES) expect(url).not.toContain(hash);
  }
  expect(second.urls.filter((url) => url.includes(`cursor=${cursor}`))).toEqual([]);
  expect(onShelf(second, aPhoto(2))).toEqual([false, false]);
  expect(first.requests).toHaveLength(asked);

  bob.services.session.signOut();
  await bob.until(() => bob.services.records.getSnapshot() === null);
  bob.crash();
  const again = new TestTab(first, ann.browser);
  await again.signIn();
  await again.drained();
  expect(onShelf(first, aPhoto(2))).toEqual([true, true]);
  expect(await openOf(again)).toEqual([]);
});

it('after a log-out with nothing waiting, no photo, thumbnail or row is left on the device', async () => {
  const { backend, tab } = await aPhotoTab(WITH_FEED);
  await take(tab);
  await tab.drained();
  const { name } = tab.records.db;
  tab.services.session.signOut();
  await tab.until(async () => !(await indexedDB.databases()).some((one) => one.name === name));
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});
