import { expect, it } from 'vitest';
import { unsendAll } from '../../../src/db/file-store.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { tryFilesAgain } from '../../../src/records/photos.ts';
import { undoSave } from '../../../src/records/undo/undo-save.ts';
import { RangeSize } from '../../../src/sync/files/range-size.ts';
import { sendFile } from '../../../src/sync/files/upload.ts';
import { aPhoto, aPhotoTab, bytesOf, fileRequests, onShelf, take } from '../../support/tab/photos.ts';
import { contextOf, latch, make, makeOf, openOf } from '../../support/tab/scenario.ts';

it('[F3] a file that is no longer wanted is not sent again with a fresh token', async () => {
  const { backend, tab } = await aPhotoTab();
  const { sha256 } = aPhoto().file;
  const refreshed = latch();
  backend.plan('PUT', new RegExp(sha256), { kind: 'answer', status: 401 });
  backend.plan('POST', /token\/refresh/, { kind: 'hold', until: refreshed.opened });
  const { undo } = await take(tab);
  await tab.until(() => backend.count('POST', /token\/refresh/) === 1);
  await undoSave(tab.records, undo ?? []);
  refreshed.open();
  await tab.pass(10_000, 500);
  expect(backend.urls.filter((url) => url.includes(`${sha256}/?`))).toHaveLength(1);
});

it('[F4] the row of a photo is sent once the server has its thumbnail and its bytes', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  expect(fileRequests(backend)).toEqual(['POST state', 'PUT file', 'PUT file', 'POST row']);
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  const [row] = await tab.rows('attachments');
  expect(row).toMatchObject({ mark: 'synced', serverId: expect.any(Number) });
});

it('[F4, F12] a photo that cannot be sent holds up no other change and no other photo', async () => {
  const { backend, tab } = await aPhotoTab();
  const { file } = aPhoto(1);
  backend.plan('PUT', new RegExp(file.sha256), { kind: 'answer', status: 500 }, 1000);
  await take(tab, aPhoto(1));
  await take(tab, aPhoto(2));
  await make(tab);
  await tab.until(() => backend.customers.length === 1 && backend.rows('attachments').length === 1);
  expect(onShelf(backend, aPhoto(2))).toEqual([true, true]);
  expect(await openOf(tab)).toEqual(['attachments create queued']);
  backend.forgetPlans();
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(2);
});

it('[F5] bytes are sent before the record that the photo belongs to', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('POST', /customers/, { kind: 'answer', status: 400, body: { email: ['Taken.'] } });
  const { localId } = await makeOf(tab, 'customers');
  await take(tab, aPhoto(1, { fields: { customer: localId } }));
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  expect(await openOf(tab)).toEqual(['customers create parked rejected', 'attachments create queued']);
});

it('[F6] a file that is sent twice is stored once', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  const { sha256 } = aPhoto().file;
  await tab.records.db.relaxed.files.update(sha256, { state: 'here' });
  const state = { stored: false, have: [] };
  const { records } = tab;
  const send = (await import('../../../src/api/http-client.ts')).createHttpClient({
    baseUrl: backend.origin,
    fetch: backend.fetch,
  });
  const bearer = tab.services.session && tab.browser.values.get('token');
  const context = contextOf(tab, (request) => send(request, bearer ?? null));
  const upload = { state, rangeSize: new RangeSize(), progressed: () => undefined };
  const ends = await Promise.all([sendFile(context, sha256, upload), sendFile(context, sha256, upload)]);
  expect(ends.map(({ end }) => end)).toEqual(['done', 'done']);
  expect(await records.db.relaxed.files.get(sha256)).toMatchObject({ state: 'stored' });
});

it('[F7] no upload begins while a change is unanswered; then two run', async () => {
  const { backend, tab } = await aPhotoTab();
  const answer = latch();
  backend.plan('POST', /customers/, { kind: 'hold', until: answer.opened });
  await make(tab);
  await tab.until(() => backend.count('POST', /customers/) === 1);
  await take(tab, aPhoto(1));
  await take(tab, aPhoto(2));
  await tab.pass(3000);
  expect(fileRequests(backend)).toEqual([]);

  const uploads = latch();
  backend.plan('PUT', /files/, { kind: 'hold', until: uploads.opened }, 9);
  answer.open();
  await tab.until(() => backend.count('PUT', /files/) > 0);
  await tab.pass(3000);
  expect(backend.count('PUT', /files/)).toBe(2);
  uploads.open();
  await tab.drained();
});

it('[F8] an upload goes on with what the server has of the file', async () => {
  const { backend, tab } = await aPhotoTab();
  const size = 600 * 1024;
  const bytes = bytesOf(5, size);
  const photo = { ...aPhoto(5), file: { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' } };
  backend.plan('PUT', /from=262144/, { kind: 'dropBefore' });
  await take(tab, photo);
  await tab.drained();
  expect(backend.shelf.bytesOf(photo.file.sha256)).toEqual(new Uint8Array(bytes));
  const from = backend.urls
    .filter((url) => url.includes(photo.file.sha256))
    .map((url) => /from=(\d+)/.exec(url)?.[1]);
  expect(from.filter((place) => place === '0')).toHaveLength(1);
  expect(from.filter((place) => place === '262144')).toHaveLength(2);
});

it('[F8] files that an answer leaves out hold up no others, and are asked about again', async () => {
  const { backend, tab } = await aPhotoTab();
  const [told, left] = [aPhoto(5), aPhoto(6)];
  tab.browser.setOnline(false);
  await take(tab, told);
  await take(tab, left);
  const body = { [told.file.sha256]: { stored: false, have: [] } };
  backend.plan('POST', /files\/state/, { kind: 'answer', status: 200, body });
  tab.browser.setOnline(true);
  await tab.until(() => backend.shelf.bytesOf(told.file.sha256) !== undefined);
  // The planned answer is not counted.
  expect(backend.count('POST', /files\/state/)).toBe(0);
  await tab.drained();
  expect(backend.shelf.bytesOf(left.file.sha256)).toEqual(new Uint8Array(left.file.bytes));
});

it('[F34] the confirmed bytes of a file that is being sent are known range by range', async () => {
  const { backend, tab } = await aPhotoTab();
  const photo = aPhoto(5, { size: 600 * 1024 });
  const { sha256 } = photo.file;
  const second = latch();
  backend.plan('PUT', new RegExp(`${sha256}.*from=262144`), { kind: 'hold', until: second.opened });
  await take(tab, photo);
  await tab.until(async () => (await tab.file(sha256))?.confirmed === 262_144);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here' });
  second.open();
  await tab.drained();
  expect(await tab.file(sha256)).toMatchObject({ state: 'stored', confirmed: 0 });
});

it('[F34] a device too full to note progress still sends the whole file', async () => {
  const { backend, tab } = await aPhotoTab();
  const photo = aPhoto(5, { size: 600 * 1024 });
  const { files } = tab.records.db.relaxed;
  files.hook('updating', (change: object) => {
    if ('confirmed' in change && change.confirmed !== 0)
      throw new DOMException('No space.', 'QuotaExceededError');
  });
  await take(tab, photo);
  await tab.drained();
  expect(onShelf(backend, photo)).toEqual([true, true]);
  // The thumbnail and two ranges, one after the other.
  expect(fileRequests(backend)).toEqual(['POST state', 'PUT file', 'PUT file', 'PUT file', 'POST row']);
});

it('[F34] what the server has lost of a file on its way counts no more, as soon as it is asked', async () => {
  const { backend, tab } = await aPhotoTab();
  const photo = aPhoto(5, { size: 600 * 1024 });
  const { sha256 } = photo.file;
  const first = latch();
  tab.browser.setOnline(false);
  await take(tab, photo);
  await tab.records.db.relaxed.files.update(sha256, { confirmed: 524_288 });
  backend.plan('PUT', /files/, { kind: 'hold', until: first.opened }, 9);
  tab.browser.setOnline(true);
  await tab.until(() => backend.count('PUT', /files/) > 0);
  expect((await tab.file(sha256))?.confirmed).toBe(0);
  first.open();
  await tab.drained();
});

it('[F34] after a restore, or if a person tries refused bytes again, none count as confirmed', async () => {
  const { tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  await take(tab);
  const { relaxed } = tab.records.db;
  const { sha256 } = aPhoto().file;
  await relaxed.files.update(sha256, { confirmed: 2000 });
  await relaxed.transaction('rw', relaxed.files, relaxed.meta, unsendAll);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here', confirmed: 0 });
  await relaxed.files.update(sha256, { state: 'refused', confirmed: 2000 });
  await tryFilesAgain(tab.records, [sha256]);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here', confirmed: 0 });
});

it.each([3000, 300 * 1024])(
  '[F8] a file of %d bytes is stored, although the server stopped after its last range',
  async (size) => {
    const { backend, tab } = await aPhotoTab();
    backend.shelf.stopsBeforeJoin = true;
    const photo = aPhoto(1, { size });
    await take(tab, photo);
    await tab.until(() => !backend.shelf.stopsBeforeJoin);
    await tab.drained();
    expect(onShelf(backend, photo)).toEqual([true, true]);
  },
);

it('[F12] a server that never joins the ranges of a file is asked less and less often', async () => {
  const { backend, tab } = await aPhotoTab();
  const { file } = aPhoto();
  const { byteLength } = file.bytes;
  const answer = { stored: false, have: [[0, byteLength]] };
  backend.plan('PUT', new RegExp(file.sha256), { kind: 'answer', status: 200, body: answer }, 1000);
  await take(tab);
  await tab.pass(2 * 60_000, 2000);
  expect(backend.count('PUT', new RegExp(file.sha256))).toBeLessThan(30);
  backend.forgetPlans();
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F9] bytes that are damaged on the device are not sent, and a person is told', async () => {
  const { backend, tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  const { sha256 } = aPhoto().file;
  await take(tab);
  await tab.records.db.relaxed.fileBytes.put({ sha256, bytes: bytesOf(9, 3000) });
  tab.browser.setOnline(true);
  await tab.until(async () => (await openOf(tab)).includes('attachments create parked rejected'));
  expect(backend.urls.some((url) => url.includes(`${sha256}/?from`))).toBe(false);
  const [parked] = await tab.outbox();
  expect(parked?.refusal).toMatchObject({
    status: 0,
    body: { sha256: [expect.stringContaining('damaged')] },
  });
});

it('[F10] bytes that the server has lost are sent again when it refuses their row', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('POST', /attachments/, { kind: 'dropBefore' });
  backend.plan('PUT', /files/, { kind: 'then', act: () => undefined }, 2);
  await take(tab);
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  backend.shelf.lose();
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  expect(backend.rows('attachments')).toHaveLength(1);
});

it.each([
  ['without the bytes', 422, { sha256: ['The server does not have these bytes.'] }, 3],
  ['without the thumbnail', 422, { thumb_sha256: ['The server does not have these bytes.'] }, 3],
  ['with other faults', 422, { sha256: ['Not there.'], name: ['Too long.'] }, 1],
  ['with a wrong hash', 400, { sha256: ['Not a hash.'] }, 1],
])('[F10] a row %s waits for a person after refusal %s %j number %d', async (_, status, body, times) => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('POST', /attachments/, { kind: 'answer', status, body }, 100);
  await take(tab);
  await tab.until(async () => (await openOf(tab)).includes('attachments create parked rejected'));
  expect(backend.urls.filter((url) => url.endsWith('/attachments/attachments/'))).toHaveLength(times);
});

it('[F10] after a restore, the bytes of confirmed rows are sent again', async () => {
  const { backend, tab } = await aPhotoTab(['client-uid', 'if-match', 'changes', 'attachments']);
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('feed'))?.ready === true);
  await take(tab);
  await tab.drained();
  backend.shelf.lose();
  backend.extensions.epoch += 1;
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F10] a restore before the feed has begun again is noticed too', async () => {
  const { backend, tab } = await aPhotoTab(['client-uid', 'if-match', 'changes', 'attachments']);
  const feed = () => tab.records.db.relaxed.meta.get('feed');
  await tab.until(async () => (await feed())?.ready === true);
  await take(tab);
  await tab.drained();
  backend.plan('GET', /\/changes\/$/, { kind: 'answer', status: 503 }, 100);
  backend.extensions.epoch += 1;
  await tab.until(async () => (await feed()) === undefined);
  await tab.until(async () => (await tab.file(aPhoto().file.sha256))?.state === 'stored');
  backend.shelf.lose();
  backend.extensions.epoch += 1;
  backend.forgetPlans();
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  expect(onShelf(backend, aPhoto()).every(Boolean)).toBe(true);
});

it('[F11] a refusal of the bytes parks the row with the words of the server', async () => {
  const { backend, tab } = await aPhotoTab();
  const body = { detail: 'This is no picture.' };
  backend.plan('PUT', /files/, { kind: 'answer', status: 415, body });
  await take(tab);
  await tab.until(async () => (await openOf(tab)).includes('attachments create parked rejected'));
  expect((await tab.outbox())[0]?.refusal).toMatchObject({ status: 415, body });
});

it('[F11] bytes with another hash on the server are sent three times, then a person is asked', async () => {
  const { backend, tab } = await aPhotoTab();
  const body = { detail: 'The bytes have another hash.', code: 'hash_differs' };
  const { sha256 } = aPhoto().file;
  backend.plan('PUT', new RegExp(sha256), { kind: 'answer', status: 422, body }, 3);
  await take(tab);
  await tab.until(async () => (await openOf(tab)).includes('attachments create parked rejected'));
  expect(backend.urls.filter((url) => url.includes(`${sha256}/?from=0`))).toHaveLength(3);
});

it('[F11] a server without room pauses files and no change', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.shelf.isFull = true;
  await take(tab);
  await make(tab);
  await tab.until(() => backend.customers.length === 1);
  await tab.pass(60_000, 1000);
  expect(backend.count('PUT', /files/)).toBeLessThanOrEqual(2);
  expect((await tab.engine())?.reasons).toEqual([]);
  backend.shelf.isFull = false;
  await tab.pass(16 * 60_000, 10_000);
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F18] a server that keeps no files is sent nothing, and what waits stays', async () => {
  const { backend, tab } = await aPhotoTab(['client-uid', 'if-match']);
  await take(tab);
  await make(tab);
  await tab.until(() => backend.customers.length === 1);
  await tab.pass(60_000, 1000);
  expect(fileRequests(backend)).toEqual([]);
  expect(await openOf(tab)).toEqual(['attachments create queued']);
});
