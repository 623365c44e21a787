import { expect, it } from 'vitest';
import { unsendAll } from '../../../src/db/file-store.ts';
import { deleteRecord } from '../../../src/records/commands.ts';
import { chooseNetwork, requestFile, requestFiles } from '../../../src/records/photos.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import { aPhoto, aPhotoTab, bytesOf, take } from '../../support/tab/photos.ts';
import { anotherTab, contextOf, latch, makeOf } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const HOUR_MS = 60 * 60_000;
const { sha256, bytes } = aPhoto().file;

/** A tab that has taken a photo, of which only the server has the original. */
async function anEvictedPhoto() {
  const photos = await aPhotoTab();
  await take(photos.tab);
  await photos.tab.drained();
  await evictFiles(contextOf(photos.tab, async () => ({ kind: 'notSent' })));
  return photos;
}

function want(tab: TestTab): Promise<void> {
  return requestFile(tab.records, { sha256, size: bytes.byteLength, type: 'image/jpeg' });
}

it('[F13] a wanted file is fetched and kept', async () => {
  const { tab } = await anEvictedPhoto();
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  const kept = await tab.records.db.relaxed.fileBytes.get(sha256);
  expect(new Uint8Array(kept?.bytes ?? new ArrayBuffer())).toEqual(new Uint8Array(bytes));
});

it('the page hashes nothing itself: neither what it keeps, nor sends, nor fetches', async () => {
  const { tab } = await anEvictedPhoto();
  // A photo and its thumbnail, kept and sent.
  expect(tab.browser.hashes).toBe(4);
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  expect(tab.browser.hashes).toBe(5);
});

it('[F13] bytes with another hash than the name are not kept, and asked for again', async () => {
  const { backend, tab } = await anEvictedPhoto();
  backend.shelf.replace(sha256, new Uint8Array(bytesOf(77, 3000)));
  await want(tab);
  await tab.until(() => backend.count('GET', /files/) > 2);
  expect(await tab.records.db.relaxed.fileBytes.get(sha256)).toBeUndefined();
  backend.shelf.replace(sha256, new Uint8Array(bytes));
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
});

it('[F13] a file that the server does not have is no longer asked for', async () => {
  const { backend, tab } = await anEvictedPhoto();
  backend.shelf.lose();
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.refusal?.status === 404);
  const asked = backend.count('GET', /files/);
  await tab.pass(60_000, 1000);
  expect(backend.count('GET', /files/)).toBe(asked);
});

it('[F10] a file asked for before a restore is not believed to be on the server', async () => {
  const { backend, tab } = await anEvictedPhoto();
  const go = latch();
  backend.plan('GET', new RegExp(sha256), { kind: 'hold', until: go.opened });
  await want(tab);
  await tab.until(() => backend.count('GET', new RegExp(sha256)) === 1);
  const { relaxed } = tab.records.db;
  await relaxed.transaction('rw', relaxed.meta, relaxed.files, unsendAll);
  backend.plan('POST', /files\/state/, { kind: 'answer', status: 503 }, 100);
  go.open();
  await tab.until(async () => (await tab.file(sha256))?.state !== 'wanted');
  expect((await tab.file(sha256))?.state).toBe('here');
  backend.shelf.lose();
  backend.forgetPlans();
  await tab.until(() => backend.shelf.has(sha256));
});

it('[F3] bytes that no row names any more are not fetched', async () => {
  const { backend, tab } = await aPhotoTab();
  const { localId } = await take(tab);
  await tab.drained();
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  await tab.pass(26 * HOUR_MS, HOUR_MS);
  await want(tab);
  await tab.pass(10_000, 1000);
  expect(await tab.file(sha256)).toBeUndefined();
  expect(backend.count('GET', new RegExp(sha256))).toBe(0);
});

it('a file wanted since an older build is fetched once a person asks for it', async () => {
  const { tab } = await anEvictedPhoto();
  const { relaxed } = tab.records.db;
  tab.browser.setOnline(false);
  await relaxed.files.update(sha256, { state: 'wanted' });
  await relaxed.meta.delete('files');
  tab.crash();
  tab.browser.setOnline(true);
  const next = await anotherTab(tab);
  await want(next);
  await next.until(async () => (await next.file(sha256))?.state === 'stored');
  expect(await next.records.db.relaxed.fileBytes.get(sha256)).toBeDefined();
});

it('[F12] a device too full for a file that somebody wants to see goes on sending changes', async () => {
  const { backend, tab } = await anEvictedPhoto();
  const { relaxed } = tab.records.db;
  const full = (): never => {
    throw new DOMException('', 'QuotaExceededError');
  };
  relaxed.fileBytes.hook('creating', full);
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.state === 'gone');
  await makeOf(tab, 'customers');
  await tab.drained();
  expect(backend.rows('customers')).toHaveLength(1);
  relaxed.fileBytes.hook('creating').unsubscribe(full);
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
});

it('[F7] no download begins while a change is unanswered', async () => {
  const { backend, tab } = await anEvictedPhoto();
  const answer = latch();
  backend.plan('POST', /customers/, { kind: 'hold', until: answer.opened });
  await makeOf(tab, 'customers');
  await tab.until(() => backend.count('POST', /customers/) === 1);
  await want(tab);
  await tab.pass(3000);
  expect(backend.count('GET', /files/)).toBe(0);
  answer.open();
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
});

it('[F16] an original waits for Send, a thumbnail does not', async () => {
  const { backend, tab } = await anEvictedPhoto();
  const thumb = aPhoto().thumb?.sha256 ?? '';
  await chooseNetwork(tab.records, 'press');
  await evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
  await want(tab);
  await requestFile(tab.records, { sha256: thumb, size: 0, type: 'image/jpeg', isThumb: true });
  await tab.until(async () => (await tab.file(thumb))?.state === 'stored');
  await tab.pass(60_000, 1000);
  expect(backend.count('GET', new RegExp(sha256))).toBe(0);
  await requestFiles(tab.records);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('request:files')) === undefined);
});

it('[F16] an original whose download fails after Send comes without another press', async () => {
  const { backend, tab } = await anEvictedPhoto();
  await chooseNetwork(tab.records, 'press');
  await want(tab);
  backend.plan('GET', /files/, { kind: 'answer', status: 503 }, 2);
  await requestFiles(tab.records);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('request:files')) === undefined);
  expect(await tab.records.db.relaxed.fileBytes.get(sha256)).toBeDefined();
});

it('[F12] a download that failed is tried again by itself', async () => {
  const { backend, tab } = await anEvictedPhoto();
  backend.plan('GET', /files/, { kind: 'answer', status: 503 }, 4);
  await want(tab);
  const asked = (): number => backend.urls.filter((url) => url.includes(sha256)).length;
  const before = asked();
  await tab.until(() => asked() >= before + 4);
  const since = tab.browser.clock.now();
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  // Without an alarm of its own, the next poll after a minute would bring it.
  expect(tab.browser.clock.now() - since).toBeLessThan(20_000);
});

it('[F29] a file that the server does not give out is asked for less and less, though a screen insists', async () => {
  const { backend, tab } = await anEvictedPhoto();
  backend.shelf.lose();
  const gets = backend.count('GET', new RegExp(sha256));
  for (let n = 0; n < 240; n += 1) {
    await want(tab);
    await tab.pass(250, 250);
  }
  const asked = backend.count('GET', new RegExp(sha256)) - gets;
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(12);
});

it('[F29] a full device does not fetch a file again and again', async () => {
  const { backend, tab } = await anEvictedPhoto();
  const { relaxed } = tab.records.db;
  const full = (): never => {
    throw new DOMException('', 'QuotaExceededError');
  };
  relaxed.fileBytes.hook('creating', full);
  const gets = backend.count('GET', new RegExp(sha256));
  for (let n = 0; n < 240; n += 1) {
    await want(tab);
    await tab.pass(250, 250);
  }
  expect(backend.count('GET', new RegExp(sha256)) - gets).toBeLessThan(12);
  relaxed.fileBytes.hook('creating').unsubscribe(full);
  await want(tab);
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
});
