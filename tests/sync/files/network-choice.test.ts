import { expect, it } from 'vitest';
import { chooseNetwork, requestFiles } from '../../../src/records/photos.ts';
import { aPhoto, aPhotoTab, fileRequests, onShelf, take } from '../../support/tab/photos.ts';
import { make } from '../../support/tab/scenario.ts';

it('[F16] photos wait until a person presses Send; changes do not', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'press');
  await take(tab);
  await make(tab);
  await tab.until(() => backend.customers.length === 1);
  await tab.pass(60_000, 1000);
  expect(fileRequests(backend)).toEqual([]);

  await requestFiles(tab.records);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('request:files')) === undefined);
  await take(tab, aPhoto(2));
  await tab.pass(60_000, 1000);
  expect(onShelf(backend, aPhoto(2))).toEqual([false, false]);
});

it('[F16] on Wi-Fi, photos wait for Wi-Fi', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'wifi');
  tab.browser.isOnWifi = false;
  await take(tab);
  await tab.pass(30_000, 1000);
  expect(fileRequests(backend)).toEqual([]);
  tab.browser.isOnWifi = true;
  tab.browser.setOnline(true);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});
