import { expect, it } from 'vitest';
import { leaveIfSettled } from '../../../src/db/owner.ts';
import { deleteRecord } from '../../../src/records/commands.ts';
import {
  checkFile,
  chooseNetwork,
  giveUpFiles,
  readChecked,
  requestFile,
  tryFilesAgain,
} from '../../../src/records/photos.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import { refuseFile } from '../../../src/sync/files/file-outcomes.ts';
import { aPhoto, aPhotoTab, bytesOf, take } from '../../support/tab/photos.ts';
import { contextOf, latch } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const { file, thumb } = aPhoto();
const { sha256, bytes } = file;
const OTHERS = bytesOf(77, 3000);
const HOUR_MS = 60 * 60_000;

/** A tab with a photo that the server has too. */
async function aStoredPhoto() {
  const photos = await aPhotoTab();
  const { localId } = await take(photos.tab);
  await photos.tab.drained();
  return { ...photos, localId };
}

async function damage(tab: TestTab, name = sha256): Promise<void> {
  await tab.records.db.relaxed.fileBytes.put({ sha256: name, bytes: OTHERS });
}

async function kept(tab: TestTab, name = sha256): Promise<Uint8Array> {
  const row = await tab.records.db.relaxed.fileBytes.get(name);
  return new Uint8Array(row?.bytes ?? new ArrayBuffer());
}

async function stateBecomes(tab: TestTab, state: string, name = sha256): Promise<void> {
  await tab.until(async () => (await tab.file(name))?.state === state);
}

it('[F41] a photo that is damaged on the device is fetched again when it is looked at', async () => {
  const { tab } = await aStoredPhoto();
  await damage(tab);
  expect(await readChecked(tab.records, sha256)).toMatchObject({ isChanged: true });
  expect(await tab.file(sha256)).toMatchObject({ state: 'wanted', isDamaged: true });
  expect(await kept(tab)).toEqual(new Uint8Array(OTHERS));
  await stateBecomes(tab, 'stored');
  expect(await kept(tab)).toEqual(new Uint8Array(bytes));
  expect(await tab.file(sha256)).toMatchObject({ isDamaged: false });
  expect(await readChecked(tab.records, sha256)).toMatchObject({ isChanged: false });
});

it('[F41, F42] the damaged bytes stay if the server lacks the photo too, until it has it again', async () => {
  const { backend, tab } = await aStoredPhoto();
  backend.shelf.lose();
  await damage(tab);
  await readChecked(tab.records, sha256);
  await stateBecomes(tab, 'refused');
  expect(await tab.file(sha256)).toMatchObject({ isDamaged: true, refusal: { status: 404 } });
  expect(await kept(tab)).toEqual(new Uint8Array(OTHERS));
  await tryFilesAgain(tab.records, [sha256]);
  await tab.until(async () => (await tab.file(sha256))?.refusal?.status === 0);
  expect(await tab.file(sha256)).toMatchObject({ state: 'refused', isDamaged: true });
  backend.shelf.replace(sha256, new Uint8Array(bytes));
  await tryFilesAgain(tab.records, [sha256]);
  await stateBecomes(tab, 'stored');
  expect(await kept(tab)).toEqual(new Uint8Array(bytes));
});

it('[F46] what is damaged here and lost there keeps the data at a log-out until a person gives it up', async () => {
  const { backend, tab, localId } = await aStoredPhoto();
  const { strict, relaxed } = tab.records.db;
  backend.shelf.lose();
  await damage(tab);
  await readChecked(tab.records, sha256);
  await stateBecomes(tab, 'refused');
  expect(await leaveIfSettled(strict)).toBe(false);
  await giveUpFiles(tab.records, [sha256]);
  expect(await tab.file(sha256)).toMatchObject({ state: 'gone', refusal: { status: 404 } });
  expect(await relaxed.fileBytes.get(sha256)).toBeUndefined();
  expect(await tab.rows('attachments')).toMatchObject([{ localId, mark: 'synced' }]);
  expect(await leaveIfSettled(strict)).toBe(true);
});

it('[F46] what is whole, or is being sent again, is not given up', async () => {
  const { tab } = await aStoredPhoto();
  const { relaxed } = tab.records.db;
  tab.browser.setOnline(false);
  await relaxed.files.update(sha256, { state: 'refused' });
  await giveUpFiles(tab.records, [sha256]);
  expect(await tab.file(sha256)).toMatchObject({ state: 'refused' });
  await relaxed.files.update(sha256, { isDamaged: true });
  await tryFilesAgain(tab.records, [sha256]);
  await giveUpFiles(tab.records, [sha256]);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here' });
  expect(await relaxed.fileBytes.count()).toBe(2);
});

it('[F41] a damaged photo that is chosen again is whole at once', async () => {
  const { tab } = await aStoredPhoto();
  tab.browser.setOnline(false);
  await damage(tab);
  await readChecked(tab.records, sha256);
  await take(tab);
  expect(await kept(tab)).toEqual(new Uint8Array(bytes));
  expect((await tab.file(sha256))?.isDamaged ?? false).toBe(false);
  tab.browser.setOnline(true);
  await tab.drained();
  expect(await tab.file(sha256)).toMatchObject({ state: 'stored' });
});

it('[F42] a damaged thumbnail that the server lacks is no reason to worry about its photo', async () => {
  const { backend, tab } = await aStoredPhoto();
  const name = thumb?.sha256 ?? '';
  backend.shelf.lose();
  await damage(tab, name);
  expect(await checkFile(tab.records, { sha256: name, bytes: OTHERS, isThumb: true })).toBe(false);
  await stateBecomes(tab, 'gone', name);
  expect(await tab.file(sha256)).toMatchObject({ state: 'stored', refusal: null });
});

it('[F41, F42] a damaged thumbnail that the server lacks is fetched once the server has it again', async () => {
  const { backend, tab } = await aStoredPhoto();
  const { sha256: name = '', bytes: whole } = { ...thumb };
  backend.shelf.lose();
  await damage(tab, name);
  await checkFile(tab.records, { sha256: name, bytes: OTHERS, isThumb: true });
  await stateBecomes(tab, 'gone', name);
  // So a tile sees that they are missing, and asks for them.
  expect(await tab.records.db.relaxed.fileBytes.get(name)).toBeUndefined();
  backend.shelf.replace(name, new Uint8Array(whole ?? new ArrayBuffer()));
  await requestFile(tab.records, { sha256: name, size: 0, type: 'image/jpeg', isThumb: true });
  await stateBecomes(tab, 'stored', name);
  expect(await kept(tab, name)).toEqual(new Uint8Array(whole ?? new ArrayBuffer()));
});

it('[F21, F41] damaged bytes leave a day after their last row', async () => {
  const { tab, localId } = await aStoredPhoto();
  await chooseNetwork(tab.records, 'press');
  await damage(tab);
  await readChecked(tab.records, sha256);
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  await tab.pass(26 * HOUR_MS, HOUR_MS);
  expect(await tab.file(sha256)).toBeUndefined();
  expect(await tab.records.db.relaxed.fileBytes.count()).toBe(0);
});

it('[F41] a device too full for a whole copy keeps the damaged one, and tries again', async () => {
  const { tab } = await aStoredPhoto();
  const { fileBytes } = tab.records.db.relaxed;
  await damage(tab);
  const full = (): never => {
    throw new DOMException('', 'QuotaExceededError');
  };
  fileBytes.hook('updating', full);
  await readChecked(tab.records, sha256);
  await tab.pass(60_000, 500);
  expect(await tab.file(sha256)).toMatchObject({ state: 'wanted' });
  expect(await kept(tab)).toEqual(new Uint8Array(OTHERS));
  fileBytes.hook('updating').unsubscribe(full);
  await stateBecomes(tab, 'stored');
  expect(await kept(tab)).toEqual(new Uint8Array(bytes));
});

it('[F42] a photo whose copy on the server is damaged is not fetched without end', async () => {
  const { backend, tab } = await aStoredPhoto();
  await evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
  backend.shelf.replace(sha256, new Uint8Array(OTHERS));
  const want = () => requestFile(tab.records, { sha256, size: 3000, type: 'image/jpeg' });
  await want();
  await stateBecomes(tab, 'gone');
  expect((await tab.file(sha256))?.refusal).not.toBeNull();
  const asked = backend.count('GET', new RegExp(sha256));
  await tab.pass(HOUR_MS, 60_000);
  expect(backend.count('GET', new RegExp(sha256))).toBe(asked);
  backend.shelf.replace(sha256, new Uint8Array(bytes));
  await want();
  await stateBecomes(tab, 'stored');
});

it('[F3] a photo that is chosen again while the server says that it is gone is sent', async () => {
  const { backend, tab } = await aStoredPhoto();
  await evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
  backend.shelf.lose();
  const answer = latch();
  backend.plan('GET', new RegExp(sha256), { kind: 'hold', until: answer.opened });
  await requestFile(tab.records, { sha256, size: 3000, type: 'image/jpeg' });
  await tab.until(() => backend.count('GET', new RegExp(sha256)) === 1);
  backend.plan('POST', /files\/state/, { kind: 'answer', status: 503 }, 100);
  await take(tab);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here' });
  answer.open();
  await tab.pass(5000, 500);
  expect(await tab.file(sha256)).toMatchObject({ state: 'here' });
  backend.forgetPlans();
  await tab.until(() => backend.shelf.has(sha256));
});

it('[F21] bytes that are refused after their last row has left are not kept for good', async () => {
  const { tab, localId } = await aStoredPhoto();
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  const context = contextOf(tab, async () => ({ kind: 'notSent' }));
  await refuseFile(context, sha256, { status: 415, body: null });
  expect(await tab.file(sha256)).toMatchObject({ state: 'spare' });
});
