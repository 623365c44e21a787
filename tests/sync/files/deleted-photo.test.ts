import { expect, it } from 'vitest';
import { deleteRecord } from '../../../src/records/commands.ts';
import { undoSave } from '../../../src/records/undo/undo-save.ts';
import {
  aPhoto,
  aPhotoTab,
  onShelf,
  photosRead,
  shownPhotos,
  showPhotos,
  take,
  takeOf,
  twoDevices,
  WITH_FEED,
} from '../../support/tab/photos.ts';
import { latch, openOf, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const HOUR_MS = 60 * 60_000;
const NAMES = [aPhoto().file.sha256, aPhoto().thumb?.sha256 ?? ''];

async function states(tab: TestTab): Promise<(string | undefined)[]> {
  const files = await tab.records.db.relaxed.files.bulkGet(NAMES);
  return files.map((file) => file?.state);
}

async function bytesLeft(tab: TestTab): Promise<number> {
  return tab.records.db.relaxed.fileBytes.where('sha256').anyOf(NAMES).count();
}

/** Lets a day pass in this tab, in which it leads all the time. */
async function aDay(tab: TestTab): Promise<void> {
  await tab.pass(26 * HOUR_MS, HOUR_MS);
}

it('[F21] the bytes of a photo leave a day after its deletion is confirmed', async () => {
  const { backend, tab } = await aPhotoTab();
  const { localId } = await take(tab);
  await tab.drained();
  backend.plan('DELETE', /attachments/, { kind: 'answer', status: 503 }, 2);
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.until(() => backend.urls.filter((url) => /attachments\/\d+/.test(url)).length > 0);
  expect(await states(tab)).toEqual(['stored', 'stored']);
  await tab.drained();
  expect(backend.rows('attachments')).toEqual([]);
  expect(await states(tab)).toEqual(['spare', 'spare']);
  expect(await bytesLeft(tab)).toBe(2);
  await aDay(tab);
  expect(await states(tab)).toEqual([undefined, undefined]);
  expect(await bytesLeft(tab)).toBe(0);
});

it('[F21] equal bytes of another photo stay', async () => {
  const { tab } = await aPhotoTab();
  const { localId } = await take(tab);
  await take(tab);
  await tab.drained();
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  await aDay(tab);
  expect(await states(tab)).toEqual(['stored', 'stored']);
  expect(await bytesLeft(tab)).toBe(2);
});

it('[F3, F21] a photo taken again within the day keeps its bytes, and the server gets them again', async () => {
  const { backend, tab } = await aPhotoTab();
  const { localId } = await take(tab);
  await tab.drained();
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  expect(await states(tab)).toEqual(['spare', 'spare']);
  backend.shelf.lose();
  await take(tab);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  await aDay(tab);
  expect(await bytesLeft(tab)).toBe(2);
});

it('[F21] a file that a row names again stays after its day', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  const { files } = tab.records.db.relaxed;
  for (const name of NAMES) await files.update(name, { state: 'spare', lastUsed: 0 });
  await tab.pass(2 * HOUR_MS, 60_000);
  expect(await states(tab)).toEqual(['stored', 'stored']);
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
});

it('[F31] the bytes of a photo that a server wrongly said to be gone count as unsent once it is back', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const id = backend.rows('attachments')[0]?.id;
  const nothing = { count: 0, next: null, previous: null, results: [] };
  backend.plan('GET', /attachments\/attachments\/(\?|$)/, { kind: 'answer', status: 200, body: nothing });
  const notFound = { kind: 'answer', status: 404, body: { detail: 'Not found.' } } as const;
  backend.plan('GET', /attachments\/attachments\/\d+/, notFound);
  backend.shelf.lose();
  await showPhotos(phone, job);
  await photosRead(phone);
  // The row left, and the next list brought it back under another local id.
  expect((await phone.rows('attachments')).map(({ localId }) => localId)).toEqual([String(id)]);
  await phone.until(() => onShelf(backend, aPhoto(1)).every(Boolean));
  expect(await states(phone)).toEqual(['stored', 'stored']);
});

it('[X17] a photo deleted elsewhere before the answer to its create came does not stay', async () => {
  const { backend, phone, job } = await twoDevices();
  await showPhotos(phone, job);
  await photosRead(phone);
  const answer = latch();
  backend.plan('POST', /attachments\/attachments/, { kind: 'hold', until: answer.opened });
  await take(phone, aPhoto(1, { fields: { work_order: String(job), name: 'p1' } }));
  await phone.until(() => backend.rows('attachments').length === 1);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  const { meta } = phone.records.db.relaxed;
  await meta.put({ key: 'request:customers', at: phone.browser.clock.now() });
  const reads = backend.count('GET', /sync\/changes/);
  await phone.until(() => backend.count('GET', /sync\/changes/) > reads);
  answer.open();
  await phone.pass(10 * 60_000, 1000);
  expect(await openOf(phone)).toEqual([]);
  expect(await shownPhotos(phone)).toEqual([]);
});

it.each([
  ['lists none', undefined],
  ['refuses the list', 400],
])(
  '[F30] without a feed, the photos of a job that was deleted elsewhere leave, if the server %s',
  async (_, status) => {
    const { backend, phone, job } = await twoDevices(WITH_FEED.filter((name) => name !== 'changes'));
    await takeOf(phone, job, 1);
    backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
    backend.remove(job, 'workOrders');
    const refusal = { kind: 'answer', status: status ?? 0, body: { work_order: ['Not found.'] } } as const;
    if (status) backend.plan('GET', /attachments\/attachments\/\?.*work_order=/, refusal, 1000);
    await phone.until(async () => (await rowIn(phone, 'workOrders', job)) === undefined);
    await phone.pass(2 * HOUR_MS, 60_000);
    expect(await phone.rows('attachments')).toEqual([]);
    await aDay(phone);
    expect(await bytesLeft(phone)).toBe(0);
  },
);

it('[F3] bytes whose upload ends after an undo leave a day later', async () => {
  const { backend, tab } = await aPhotoTab();
  const go = latch();
  backend.plan('PUT', /files/, { kind: 'hold', until: go.opened }, 2);
  const { undo } = await take(tab);
  await tab.until(() => backend.count('PUT', /files/) === 2);
  await undoSave(tab.records, undo ?? []);
  go.open();
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  await tab.pass(5000);
  expect(await states(tab)).toEqual(['spare', 'spare']);
  await aDay(tab);
  expect(await bytesLeft(tab)).toBe(0);
});
