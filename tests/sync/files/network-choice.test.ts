import { expect, it } from 'vitest';
import { unsendAll } from '../../../src/db/file-store.ts';
import { readMeta } from '../../../src/db/meta-rows.ts';
import { chooseNetwork, requestFiles } from '../../../src/records/photos.ts';
import { FileRunner } from '../../../src/sync/files/file-runner.ts';
import type { FakeBackend } from '../../support/backend/fake-backend.ts';
import { aPhoto, aPhotoTab, onShelf, take } from '../../support/tab/photos.ts';
import { contextOf, make } from '../../support/tab/scenario.ts';

it('[F16] photos wait until a person presses Send; changes do not', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'press');
  await take(tab);
  await make(tab);
  await tab.until(() => backend.customers.length === 1);
  await tab.pass(60_000, 1000);
  expect(uploads(backend)).toBe(0);

  await requestFiles(tab.records);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('request:files')) === undefined);
  await take(tab, aPhoto(2));
  await tab.pass(60_000, 1000);
  expect(onShelf(backend, aPhoto(2))).toEqual([false, false]);
});

it('[F16] the end of a request leaves a press that came since', async () => {
  const { tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  const { relaxed } = tab.records.db;
  const ended: Promise<unknown>[] = [];
  const runner = new FileRunner(
    contextOf(tab, async () => ({ kind: 'notSent' })),
    {
      isOnWifi: () => null,
      isOver: () => false,
      lost: () => undefined,
      spawn: (work) => ended.push(work),
    },
  );
  await requestFiles(tab.records);
  const meta = await relaxed.transaction('r', relaxed.meta, readMeta);
  await requestFiles(tab.records);
  runner.run(meta, { isChangeDue: false });
  await Promise.all(ended);
  expect(ended).not.toEqual([]);
  expect(await relaxed.meta.get('request:files')).toBeDefined();
});

it('[F16] on Wi-Fi, photos wait for Wi-Fi', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'wifi');
  tab.browser.isOnWifi = false;
  await take(tab);
  await tab.pass(30_000, 1000);
  expect(uploads(backend)).toBe(0);
  tab.browser.isOnWifi = true;
  tab.browser.setOnline(true);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F16] what the server has already does not wait for Send', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  const before = uploads(backend);
  await chooseNetwork(tab.records, 'press');
  const { relaxed } = tab.records.db;
  // The server was restored, so it may lack them.
  await relaxed.transaction('rw', relaxed.files, relaxed.meta, unsendAll);
  await tab.until(async () => (await relaxed.files.where('state').equals('stored').count()) === 2);
  expect(uploads(backend)).toBe(before);
});

it('[F16] a press of Send ends though one file fails each time', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'press');
  const { sha256 } = aPhoto().file;
  backend.plan('PUT', new RegExp(sha256), { kind: 'answer', status: 500 }, 1000);
  await take(tab);
  await requestFiles(tab.records);
  await tab.until(() => backend.count('POST', /files\/state/) > 3);
  await tab.pass(60 * 60_000, 60_000);
  expect(await tab.records.db.relaxed.meta.get('request:files')).toBeDefined();
  await tab.pass(7 * 60 * 60_000, 5 * 60_000);
  expect(await tab.records.db.relaxed.meta.get('request:files')).toBeUndefined();
});

function uploads(backend: FakeBackend): number {
  return backend.count('PUT', /files/);
}
