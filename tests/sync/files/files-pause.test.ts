import { expect, it } from 'vitest';
import { chooseNetwork, requestFiles } from '../../../src/records/photos.ts';
import { requestSync } from '../../../src/records/use-sync-status.ts';
import { aPhoto, aPhotoTab, onShelf, take } from '../../support/tab/photos.ts';
import { anotherTab, make } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const MINUTE = 60_000;

/** Why files pause, as any tab reads it. */
async function pause(tab: TestTab): Promise<string | null> {
  return (await tab.records.db.relaxed.meta.get('filesPause'))?.why ?? null;
}

it('[F11] every tab can say that the server has no room, and until when files pause', async () => {
  const { backend, tab } = await aPhotoTab();
  const other = await anotherTab(tab);
  backend.shelf.isFull = true;
  await take(tab);
  await tab.until(async () => (await pause(other)) === 'serverFull');
  const row = await other.records.db.relaxed.meta.get('filesPause');
  const wait = (row?.until ?? 0) - tab.browser.clock.now();
  expect(wait).toBeGreaterThan(14 * MINUTE);
  expect(wait).toBeLessThanOrEqual(15 * MINUTE);
  backend.shelf.isFull = false;
  await tab.pass(16 * MINUTE, 10_000);
  await tab.drained();
  await tab.until(async () => (await pause(other)) === null);
});

it('[F11] a server without an address for files is a problem that every tab can name', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('POST', /files\/state/, { kind: 'html', status: 404 });
  await take(tab);
  await tab.until(async () => (await pause(tab)) === 'serverProblem');
  await tab.drained();
  await tab.until(async () => (await pause(tab)) === null);
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F16] every tab can say that photos wait for Wi-Fi, or for Send', async () => {
  const { backend, tab } = await aPhotoTab();
  await chooseNetwork(tab.records, 'press');
  await take(tab);
  await tab.until(async () => (await pause(tab)) === 'whenPressed');
  tab.browser.isOnWifi = false;
  await chooseNetwork(tab.records, 'wifi');
  await tab.until(async () => (await pause(tab)) === 'notOnWifi');
  await requestFiles(tab.records);
  await tab.drained();
  await tab.until(async () => (await pause(tab)) === null);
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F11] the next leader knows of the pause, and asks a full server nothing', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.shelf.isFull = true;
  await take(tab);
  await tab.until(async () => (await pause(tab)) === 'serverFull');
  const puts = backend.count('PUT', /files/);
  const next = await anotherTab(tab);
  tab.crash();
  await make(next, { email: 'next@example.com' });
  await next.until(() => backend.customers.length === 1);
  await next.pass(MINUTE, 1000);
  expect(backend.count('PUT', /files/)).toBe(puts);
});

it.each([
  ['Send', requestFiles],
  ['Sync now', requestSync],
] as const)('[F11] a press of %s ends the pause of files', async (_, press) => {
  const { backend, tab } = await aPhotoTab();
  backend.shelf.isFull = true;
  await take(tab);
  await tab.until(async () => (await pause(tab)) === 'serverFull');
  backend.shelf.isFull = false;
  tab.browser.setOnline(true);
  await tab.pass(MINUTE, 1000);
  expect(onShelf(backend, aPhoto())).toEqual([false, false]);
  await press(tab.records);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});
