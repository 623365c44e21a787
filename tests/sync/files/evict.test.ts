import { expect, it } from 'vitest';
import { leaveIfSettled } from '../../../src/db/owner.ts';
import type { Fields } from '../../../src/domain/resource-spec.ts';
import { deleteRecord, editRecord } from '../../../src/records/commands.ts';
import { decideParked } from '../../../src/records/parked.ts';
import { makeSpace } from '../../../src/records/photo-space.ts';
import { lookAtFiles } from '../../../src/records/photos.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import { aPhoto, aPhotoTab, onShelf, take, takeOf, twoDevices } from '../../support/tab/photos.ts';
import { contextOf, make, makeOf, openOf } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

function evict(tab: TestTab): Promise<number> {
  return evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
}

async function states(tab: TestTab, ...photos: readonly number[]): Promise<string[]> {
  const names = photos.flatMap((n) => [aPhoto(n).file.sha256, aPhoto(n).thumb?.sha256 ?? '']);
  const files = await tab.records.db.relaxed.files.bulkGet(names);
  const bytes = await tab.records.db.relaxed.fileBytes.bulkGet(names);
  return files.map((file, n) => `${file?.state ?? 'none'}${bytes[n] ? '' : ' without bytes'}`);
}

it('[F3] bytes that the server has stay until their row is confirmed', async () => {
  const { backend, tab } = await aPhotoTab();
  backend.plan('POST', /attachments/, { kind: 'answer', status: 503 }, 100);
  await take(tab);
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  await tab.until(async () => (await states(tab, 1)).join() === 'stored,stored');
  expect(await evict(tab)).toBe(0);
  backend.forgetPlans();
  await tab.drained();
  expect(await evict(tab)).toBe(1);
  expect(await states(tab, 1)).toEqual(['gone without bytes', 'stored']);
});

it('[F3] deleting one of two photos with equal bytes leaves the bytes of the other', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  backend.plan('POST', /attachments/, { kind: 'answer', status: 503 }, 100);
  await take(tab);
  await tab.pass(3000);
  expect(await openOf(tab)).toEqual(['attachments create queued']);
  expect(await evict(tab)).toBe(0);
});

it('[F3] bytes stay while a person decides about a photo that was removed elsewhere', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const [row] = await phone.rows('attachments');
  phone.browser.setOnline(false);
  const change = (photo: Fields): Fields => ({ ...photo, caption: 'Mine' });
  await editRecord(phone.records, 'attachments', row?.localId ?? '', { change });
  backend.remove(Number(row?.serverId), 'attachments');
  expect(await evict(phone)).toBe(0);
  phone.browser.setOnline(true);
  await phone.until(async () => (await openOf(phone)).some((text) => text.includes('parked')));
  expect(await evict(phone)).toBe(0);
  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'recreate' });
  await phone.drained();
  expect(await evict(phone)).toBe(1);
});

it('[F14] originals leave before thumbnails, and those of last week first', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  tab.browser.clock.advance(WEEK_MS + 1000);
  await take(tab, aPhoto(2));
  await tab.drained();
  expect(await evict(tab)).toBe(1);
  expect(await states(tab, 1, 2)).toEqual(['gone without bytes', 'stored', 'stored', 'stored']);
  expect(await evict(tab)).toBe(1);
  expect(await states(tab, 1, 2)).toEqual(['gone without bytes', 'stored', 'gone without bytes', 'stored']);
  expect(await evict(tab)).toBe(2);
  expect(await evict(tab)).toBe(0);
});

/** Asks for room as a screen does. The loop has a second for it. */
async function free(tab: TestTab, room: 'little' | 'none' | 'failed', bytes = 1_000_000): Promise<boolean> {
  const made = makeSpace(tab.records, { bytes, room }, new AbortController().signal);
  await tab.pass(1000, 100);
  return made;
}

it('[F48] a screen without room for a photo lets originals leave, as many as it needs, and no thumbnail', async () => {
  const { tab } = await aPhotoTab();
  for (const n of [1, 2, 3]) await take(tab, aPhoto(n));
  await tab.drained();
  tab.browser.setOnline(false);
  const stored = async (): Promise<number> =>
    (await states(tab, 1, 2, 3)).filter((state) => state === 'stored').length;
  expect(await free(tab, 'none', 3001)).toBe(true);
  expect(await stored()).toBe(4);
  // The browser may not count yet what has left.
  expect(await free(tab, 'none')).toBe(false);
  tab.browser.clock.advance(60_000);
  expect(await free(tab, 'none')).toBe(true);
  expect(await stored()).toBe(3);
  tab.browser.clock.advance(60_000);
  expect(await free(tab, 'none')).toBe(false);
});

it('[F48] originals of the last week leave only once no photo fits, but then at once', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  tab.browser.clock.advance(WEEK_MS + 1000);
  await take(tab, aPhoto(2));
  await tab.drained();
  tab.browser.setOnline(false);
  expect(await free(tab, 'little')).toBe(true);
  expect(await states(tab, 1, 2)).toEqual(['gone without bytes', 'stored', 'stored', 'stored']);
  expect(await free(tab, 'none')).toBe(true);
  expect(await states(tab, 1, 2)).toEqual(['gone without bytes', 'stored', 'gone without bytes', 'stored']);
});

it('[F48] for a minute after originals left for a save that found the device full, no others leave', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  expect(await free(tab, 'failed', 1)).toBe(true);
  await take(tab, aPhoto(2));
  await tab.drained();
  for (const room of ['failed', 'none', 'little'] as const) expect(await free(tab, room, 1)).toBe(false);
  tab.browser.clock.advance(60_000);
  expect(await free(tab, 'failed', 1)).toBe(true);
  expect(await states(tab, 1, 2)).toEqual(['gone without bytes', 'stored', 'gone without bytes', 'stored']);
});

it('[F48] a screen that has closed before it asks for room lets nothing leave', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  const closed = new AbortController();
  const made = makeSpace(tab.records, { bytes: 1, room: 'failed' }, closed.signal);
  closed.abort();
  await tab.pass(1000, 100);
  expect(await made).toBe(false);
  expect(await states(tab, 1)).toEqual(['stored', 'stored']);
});

it('[F48] a page that asked for room and ended long ago lets nothing leave', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  const { meta } = tab.records.db.relaxed;
  await meta.put({
    key: 'request:space',
    at: tab.browser.clock.now() - 61_000,
    bytes: 1_000_000,
    room: 'none',
  });
  await tab.until(async () => (await meta.get('request:space')) === undefined);
  expect(await states(tab, 1)).toEqual(['stored', 'stored']);
});

it('[F48] a request for room that cannot be ended is tried once, and a newer one at once', async () => {
  const { tab } = await aPhotoTab();
  const { meta } = tab.records.db.relaxed;
  let tries = 0;
  const fail = (key: string): void => {
    if (key !== 'request:space') return;
    tries += 1;
    throw new Error('The storage does not respond.');
  };
  meta.hook('deleting', fail);
  const asked = new AbortController();
  void makeSpace(tab.records, { bytes: 1, room: 'failed' }, asked.signal);
  await tab.pass(120_000, 1000);
  // Any save wakes the loop.
  await make(tab);
  await tab.pass(1000, 100);
  asked.abort();
  expect(tries).toBe(1);
  meta.hook('deleting').unsubscribe(fail);
  await take(tab, aPhoto(1));
  await tab.drained();
  expect(await free(tab, 'failed', 1)).toBe(true);
  expect(await meta.get('request:space')).toBeUndefined();
});

it('[F48] a request for room that comes while one is met is met too', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await tab.drained();
  const ask = () => makeSpace(tab.records, { bytes: 1, room: 'none' }, new AbortController().signal);
  const both = [ask(), ask()];
  await tab.pass(2000, 100);
  expect((await Promise.all(both)).includes(true)).toBe(true);
});

it('[F14] a photo that somebody looked at leaves after the others', async () => {
  const { tab } = await aPhotoTab();
  await take(tab, aPhoto(1));
  await take(tab, aPhoto(2));
  await tab.drained();
  tab.browser.clock.advance(WEEK_MS + 1000);
  lookAtFiles(tab.records, [aPhoto(1).file.sha256]);
  await tab.until(async () => {
    const file = await tab.file(aPhoto(1).file.sha256);
    return file?.lastUsed === tab.browser.clock.now();
  });
  const [first] = (await tab.records.db.relaxed.files.where('state').equals('stored').sortBy('lastUsed')).map(
    ({ sha256 }) => sha256,
  );
  expect(first).not.toBe(aPhoto(1).file.sha256);
});

it('[F14, F21] bytes that no row names leave a full device first, once nothing undoes that', async () => {
  const { tab } = await aPhotoTab();
  const { localId } = await take(tab, aPhoto(1));
  await take(tab, aPhoto(2));
  await tab.drained();
  await deleteRecord(tab.records, 'attachments', localId);
  await tab.pass(10_000);
  await tab.drained();
  expect(await states(tab, 1)).toEqual(['spare', 'spare']);
  tab.browser.setOnline(false);
  tab.browser.clock.advance(11 * 60_000);
  expect(await evict(tab)).toBe(2);
  expect(await states(tab, 1, 2)).toEqual(['none without bytes', 'none without bytes', 'stored', 'stored']);
});

it('[F15] files of a record that is kept offline stay', async () => {
  const { tab } = await aPhotoTab();
  const { localId } = await makeOf(tab, 'customers');
  await take(tab, aPhoto(1, { fields: { customer: localId } }));
  await tab.drained();
  const key = `offline:customers/${localId}` as const;
  await tab.records.db.relaxed.settings.put({ key, at: 0 });
  expect(await evict(tab)).toBe(0);
  await tab.records.db.relaxed.settings.delete(key);
  expect(await evict(tab)).toBe(1);
});

it('[F14] a device that makes room among many files lets a save through meanwhile', async () => {
  const { backend, tab } = await aPhotoTab();
  const { files } = tab.records.db.relaxed;
  const blank = {
    size: 1,
    type: 'image/jpeg',
    state: 'stored',
    storedAt: 0,
    tries: 0,
    refusal: null,
  } as const;
  const names = Array.from({ length: 300 }, (_, n) => String(n).padStart(64, '0'));
  await files.bulkPut(names.map((sha256, n) => ({ ...blank, sha256, lastUsed: 300 - n })));
  let isOver = false;
  const evicting = evict(tab).finally(() => {
    isOver = true;
  });
  await make(tab);
  expect(isOver).toBe(false);
  expect(await evicting).toBe(50);
  const gone = await files.where('state').equals('gone').primaryKeys();
  expect(gone).toEqual(names.slice(250));
  await tab.drained();
  expect(backend.customers).toHaveLength(1);
});

it('[F20] a log-out keeps the data while the server may lack the bytes of a row', async () => {
  const { tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  const { relaxed, strict } = tab.records.db;
  tab.browser.setOnline(false);
  await relaxed.files.update(aPhoto().file.sha256, { state: 'here' });
  expect(await leaveIfSettled(strict)).toBe(false);
  // The server has refused them since: they are nowhere else.
  await relaxed.files.update(aPhoto().file.sha256, { state: 'refused' });
  expect(await leaveIfSettled(strict)).toBe(false);
  await relaxed.files.update(aPhoto().file.sha256, { state: 'stored' });
  expect(await leaveIfSettled(strict)).toBe(true);
});
