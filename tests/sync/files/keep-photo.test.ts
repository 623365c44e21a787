import { expect, it, vi } from 'vitest';
import { leaveIfSettled } from '../../../src/db/owner.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { deleteRecord } from '../../../src/records/commands.ts';
import { chooseNetwork, keepChosenPhoto, keepPhoto } from '../../../src/records/photos.ts';
import { NotSavedError } from '../../../src/records/save-transaction.ts';
import { undoSave } from '../../../src/records/undo/undo-save.ts';
import { aPhoto, aPhotoTab, bytesOf, fileRequests, onShelf, take } from '../../support/tab/photos.ts';
import { anotherTab, makeOf, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const ATTACHMENTS = /attachments\/attachments\/$/;

async function kept({ records }: TestTab): Promise<number[]> {
  const { attachments, outbox, files, fileBytes } = records.db.relaxed;
  return Promise.all([attachments.count(), outbox.count(), files.count(), fileBytes.count()]);
}

it('[F1] a photo that is accepted has its row, its change, its bytes and its thumbnail on the disk', async () => {
  const { tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  await take(tab, aPhoto(1, { fields: { caption: 'Wet wall', label: 'damage' } }));
  expect(await kept(tab)).toEqual([1, 1, 2, 2]);
  const [row] = await tab.rows('attachments');
  expect(row).toMatchObject({
    mark: 'waiting',
    view: { caption: 'Wet wall', label: 'damage', kind: 'photo', size: 3000, media_type: 'image/jpeg' },
  });
});

it('[F1] a photo whose bytes cannot be written leaves nothing', async () => {
  const { tab } = await aPhotoTab();
  const { fileBytes } = tab.records.db.strict;
  const fail = (): never => {
    throw new DOMException('No space.', 'QuotaExceededError');
  };
  fileBytes.hook('creating', fail);
  await expect(take(tab)).rejects.toBeInstanceOf(NotSavedError);
  fileBytes.hook('creating').unsubscribe(fail);
  expect(await kept(tab)).toEqual([0, 0, 0, 0]);
  await take(tab);
  await tab.drained();
});

it('[F2] bytes with another name than their hash are not kept', async () => {
  const { tab } = await aPhotoTab();
  const photo = aPhoto(1);
  const wrong = { ...photo, file: { ...photo.file, sha256: aPhoto(2).file.sha256 } };
  await expect(keepPhoto(tab.records, wrong)).rejects.toBeInstanceOf(NotSavedError);
  expect(await kept(tab)).toEqual([0, 0, 0, 0]);
});

it('[F2] equal photos that were taken are two rows with one file', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await take(tab, aPhoto(1));
  expect(await kept(tab)).toEqual([2, 2, 2, 2]);
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(2);
  expect(fileRequests(backend).filter((one) => one === 'PUT file')).toHaveLength(2);
});

it('[F6] any tab keeps a photo, and the leading tab sends it', async () => {
  const { backend, tab } = await aPhotoTab();
  const other = await anotherTab(tab);
  await take(other);
  await tab.drained();
  expect(onShelf(backend, aPhoto())).toEqual([true, true]);
  expect(other.sent.filter((line) => line.startsWith('PUT'))).toEqual([]);
  expect(tab.sent.filter((line) => line.startsWith('PUT'))).toHaveLength(2);
});

it('[F3] the bytes of an undone photo are not sent, and leave after a day', async () => {
  const { backend, tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  const { undo } = await take(tab);
  await undoSave(tab.records, undo ?? []);
  expect(await kept(tab)).toEqual([0, 0, 2, 2]);
  tab.browser.setOnline(true);
  await tab.until(async () => (await tab.file(aPhoto().file.sha256))?.state === 'spare');
  await tab.pass(60_000, 1000);
  expect(fileRequests(backend)).not.toContain('PUT file');
  tab.crash();
  tab.browser.clock.advance(25 * 60 * 60_000);
  const next = await anotherTab(tab);
  await next.until(async () => (await kept(next)).join() === '0,0,0,0');
});

it('[F3] the day in which an undo may bring a photo back begins with its deletion', async () => {
  const { tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  const { undo } = await take(tab);
  tab.browser.clock.advance(3 * 24 * 60 * 60_000);
  await undoSave(tab.records, undo ?? []);
  tab.browser.setOnline(true);
  await tab.until(async () => (await tab.file(aPhoto().file.sha256))?.state === 'spare');
  tab.crash();
  const next = await anotherTab(tab);
  await next.pass(60_000, 1000);
  expect(await kept(next)).toEqual([0, 0, 2, 2]);
});

it('[F2, F9] a photo that is chosen again mends the bytes that were damaged here', async () => {
  const { backend, tab } = await aPhotoTab();
  tab.browser.setOnline(false);
  await take(tab, aPhoto(1));
  const { sha256, bytes } = aPhoto(1).file;
  await tab.records.db.relaxed.fileBytes.put({ sha256, bytes: new ArrayBuffer(bytes.byteLength) });
  await take(tab, aPhoto(1));
  tab.browser.setOnline(true);
  await tab.drained();
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
});

/** A job, and a photo of it that is chosen from the gallery. */
async function aChosenPhoto() {
  const { backend, tab } = await aPhotoTab();
  const { localId: customer } = await makeOf(tab, 'customers');
  const { localId } = await makeOf(tab, 'workOrders', { customer });
  const photoOf = (work_order: string, by = 'Ann Lee') => aPhoto(1, { fields: { work_order, taken_by: by } });
  const choose = (by?: string, from = tab) => keepChosenPhoto(from.records, photoOf(localId, by));
  return { backend, tab, customer, localId, photoOf, choose };
}

it('[F32] a picture that is chosen again is not added, whether it waits or is on the server', async () => {
  const { backend, tab, localId, photoOf, choose } = await aChosenPhoto();
  tab.browser.setOnline(false);
  expect(await choose()).not.toBeNull();
  expect(await choose()).toBeNull();
  tab.browser.setOnline(true);
  await tab.drained();
  expect(await choose()).toBeNull();
  const serverId = (await rowIn(tab, 'workOrders', localId))?.serverId;
  expect(await keepChosenPhoto(tab.records, photoOf(String(serverId), 'Ann Lee'))).toBeNull();
  await tab.drained();
  expect(await kept(tab)).toEqual([1, 0, 2, 2]);
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
});

it('[F32] two tabs that are given one picture at once add it once', async () => {
  const { backend, tab, choose } = await aChosenPhoto();
  const other = await anotherTab(tab);
  const receipts = await Promise.all([choose('Ann Lee', tab), choose('Ann Lee', other)]);
  expect(receipts.filter(Boolean)).toHaveLength(1);
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F32] a picture can be added again after its deletion, also while that waits', async () => {
  const { backend, tab, choose } = await aChosenPhoto();
  const first = await choose();
  await tab.drained();
  tab.browser.setOnline(false);
  await deleteRecord(tab.records, 'attachments', first?.localId ?? '');
  expect(await choose()).not.toBeNull();
  tab.browser.setOnline(true);
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(1);
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
});

it('[F32] a picture is added to another record, and beside that of another person', async () => {
  const { tab, customer, photoOf, choose } = await aChosenPhoto();
  const { localId: second } = await makeOf(tab, 'workOrders', { customer });
  expect(await choose()).not.toBeNull();
  expect(await choose('Bo Diaz')).not.toBeNull();
  expect(await keepChosenPhoto(tab.records, photoOf(second))).not.toBeNull();
  await tab.drained();
  expect(await kept(tab)).toEqual([3, 0, 2, 2]);
});

it('[F32] two equal photos of one record both stay', async () => {
  const { backend, tab, localId, photoOf, choose } = await aChosenPhoto();
  await take(tab, photoOf(localId));
  await take(tab, photoOf(localId));
  expect(await choose()).toBeNull();
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(2);
  expect((await tab.rows('attachments')).map(({ mark }) => mark)).toEqual(['synced', 'synced']);
});

it('[F32, F9] a picture that is chosen again mends the bytes that were damaged here', async () => {
  const { backend, tab, choose } = await aChosenPhoto();
  await tab.drained();
  tab.browser.setOnline(false);
  await choose();
  const { sha256, bytes } = aPhoto(1).file;
  await tab.records.db.relaxed.fileBytes.put({ sha256, bytes: new ArrayBuffer(bytes.byteLength) });
  expect(await choose()).toBeNull();
  tab.browser.setOnline(true);
  await tab.drained();
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F32] a picture that is chosen again is known by its file, whatever size and name the settings have', async () => {
  const { backend, tab, localId, photoOf } = await aChosenPhoto();
  const source = sha256Hex(bytesOf(99, 9000));
  const larger = aPhoto(2, { fields: { work_order: localId, taken_by: 'A. Lee' } });
  expect(await keepChosenPhoto(tab.records, { ...photoOf(localId), source })).not.toBeNull();
  expect(await keepChosenPhoto(tab.records, { ...larger, source })).toBeNull();
  await tab.drained();
  expect(await keepChosenPhoto(tab.records, { ...larger, source })).toBeNull();
  expect(await kept(tab)).toEqual([1, 0, 2, 2]);
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[T34] a photo that is being kept when the browser asks whether to leave is kept all the same', async () => {
  const { tab, localId, photoOf } = await aChosenPhoto();
  const { watch } = tab.records.db.pageDatabases;
  const follow = watch.follow.bind(watch);
  vi.spyOn(watch, 'follow').mockImplementationOnce((transaction) => {
    follow(transaction);
    void Promise.resolve().then(() => watch.abortWrites());
  });
  tab.browser.setOnline(false);
  expect(await keepChosenPhoto(tab.records, photoOf(localId))).not.toBeNull();
  expect(await kept(tab)).toEqual([1, 3, 2, 2]);
});

it('[F32] a picture whose copy was refused is added when it is chosen again', async () => {
  const { backend, tab, localId, photoOf } = await aChosenPhoto();
  const source = sha256Hex(bytesOf(99, 9000));
  const smaller = aPhoto(2, { fields: { work_order: localId } });
  backend.plan('POST', ATTACHMENTS, { kind: 'answer', status: 400, body: { sha256: ['No.'] } });
  await keepChosenPhoto(tab.records, { ...photoOf(localId), source });
  await tab.until(async () => (await tab.outbox())[0]?.state === 'parked');
  expect(await keepChosenPhoto(tab.records, { ...smaller, source })).not.toBeNull();
});

it('[F32] another picture is added', async () => {
  const { tab, localId, photoOf } = await aChosenPhoto();
  const other = aPhoto(2, { fields: { work_order: localId } });
  await keepChosenPhoto(tab.records, { ...photoOf(localId), source: 'a'.repeat(64) });
  expect(await keepChosenPhoto(tab.records, { ...other, source: 'b'.repeat(64) })).not.toBeNull();
  await tab.drained();
  expect(await kept(tab)).toEqual([2, 0, 4, 4]);
});

it('[F35] a thumbnail that another browser made is not kept for a picture that is here already', async () => {
  const { tab, photoOf, localId, choose } = await aChosenPhoto();
  await choose();
  await tab.drained();
  await chooseNetwork(tab.records, 'press');
  const again = { ...photoOf(localId), thumb: aPhoto(2).thumb };
  expect(await keepChosenPhoto(tab.records, again)).toBeNull();
  expect(await kept(tab)).toEqual([1, 0, 2, 2]);
  expect(await leaveIfSettled(tab.records.db.strict)).toBe(true);
});
