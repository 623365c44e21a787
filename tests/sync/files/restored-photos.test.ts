import { expect, it } from 'vitest';
import { keepOffline } from '../../../src/records/keep-offline.ts';
import { decideParked } from '../../../src/records/parked.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import {
  aPhoto,
  onShelf,
  photoList,
  photosRead,
  shownPhotos,
  showPhotos,
  takeOf,
  twoDevices,
} from '../../support/tab/photos.ts';
import { contextOf, editOf, makeOf, openOf, rowIn } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

async function feedSince(tab: TestTab): Promise<number | undefined> {
  return (await tab.records.db.relaxed.meta.get('feed'))?.since;
}

/** Waits until the device has begun a new feed and has read again what may have changed. */
async function readAnew(tab: TestTab, before: number | undefined): Promise<void> {
  await tab.until(async () => {
    const since = await feedSince(tab);
    return since !== undefined && since !== before;
  });
  await tab.pass(3000);
  await photosRead(tab);
}

it('[F25] lists are read again after the feed refused its cursor, and older versions count', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const id = Number((await phone.rows('attachments'))[0]?.serverId);
  for (const room of ['Hall', 'Kitchen']) {
    backend.change(id, { room }, 'attachments');
    backend.extensions.observe();
  }
  await showPhotos(office, job);
  await photosRead(office);
  expect((await rowIn(office, 'attachments', id))?.view).toMatchObject({ room: 'Kitchen' });
  const before = await feedSince(office);
  backend.change(id, { room: 'Attic' }, 'attachments');
  backend.extensions.rewind('attachments', id, 1);
  await readAnew(office, before);
  await showPhotos(office, job);
  await photosRead(office);
  expect(await rowIn(office, 'attachments', id)).toMatchObject({ view: { room: 'Attic' }, version: 1 });
  expect((await photoList(office, job))?.feed).toBe(await feedSince(office));
});

it('[F26] a photo that a restored server lost waits for a person, who creates it again with its files', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1, 2);
  const [lost, kept] = backend.rows('attachments');
  const before = await feedSince(phone);
  backend.remove(Number(lost?.id), 'attachments');
  backend.shelf.lose();
  backend.extensions.epoch += 1;
  await readAnew(phone, before);
  await phone.until(async () => (await openOf(phone)).length > 0);
  expect(await openOf(phone)).toEqual(['attachments update parked deletedOnServer']);
  expect(await shownPhotos(phone)).toEqual(['p1', 'p2']);
  // The files of the other photo come back by themselves.
  await phone.until(() => onShelf(backend, aPhoto(2)).every(Boolean));

  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'recreate' });
  await phone.drained();
  expect(backend.rows('attachments').map(({ name, id }) => [name, id === kept?.id])).toEqual([
    ['p2', true],
    ['p1', false],
  ]);
  expect(onShelf(backend, aPhoto(1))).toEqual([true, true]);
});

it('[F26] discarding it ends the question', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const before = await feedSince(phone);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  backend.extensions.epoch += 1;
  await readAnew(phone, before);
  await phone.until(async () => (await openOf(phone)).length > 0);
  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'discard' });
  expect(await shownPhotos(phone)).toEqual([]);
  expect(await openOf(phone)).toEqual([]);
});

it('[F26] a photo of another device whose original is not here leaves, as does one that was deleted before', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  await showPhotos(office, job);
  await photosRead(office);
  const before = await feedSince(office);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  backend.extensions.epoch += 1;
  await readAnew(office, before);
  await showPhotos(office, job);
  await photosRead(office);
  expect(await shownPhotos(office)).toEqual([]);
  expect(await openOf(office)).toEqual([]);
});

it('[F25, F26] a photo that was made after the restore and deleted elsewhere leaves without a question', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const before = await feedSince(phone);
  backend.extensions.epoch += 1;
  await readAnew(phone, before);
  const { localId } = await makeOf(phone, 'workOrders', { customer: await customerOf(phone) });
  await phone.drained();
  const later = Number((await rowIn(phone, 'workOrders', localId))?.serverId);
  await takeOf(phone, later, 2);
  backend.extensions.features.delete('changes');
  phone.browser.setOnline(false);
  await phone.pass(1000);
  phone.browser.setOnline(true);
  await phone.pass(3000);
  backend.remove(Number(backend.rows('attachments').find(({ name }) => name === 'p2')?.id), 'attachments');
  await showPhotos(phone, later);
  await photosRead(phone);
  expect(await shownPhotos(phone)).toEqual(['p1']);
  expect(await openOf(phone)).toEqual([]);
});

async function customerOf(tab: TestTab): Promise<string> {
  return (await tab.rows('customers'))[0]?.localId ?? '';
}

it('[F25] nothing is known any more of the photos of a job that a restored server lost, if none is here', async () => {
  const { backend, office, job } = await twoDevices();
  await showPhotos(office, job);
  await photosRead(office);
  expect(await photoList(office, job)).toBeDefined();
  const before = await feedSince(office);
  backend.remove(job, 'workOrders');
  backend.extensions.epoch += 1;
  await readAnew(office, before);
  await office.until(async () => (await rowIn(office, 'workOrders', job)) === undefined);
  await showPhotos(office, job);
  await photosRead(office);
  expect(await photoList(office, job)).toBeUndefined();
});

it('[F25] nothing is in doubt about the photos of a row that was deleted and made again', async () => {
  const { backend, office, job } = await twoDevices();
  await showPhotos(office, job);
  await photosRead(office);
  const before = await feedSince(office);
  office.browser.setOnline(false);
  await editOf(office, 'workOrders', job, { title: 'Attic' });
  backend.remove(job, 'workOrders');
  backend.extensions.epoch += 1;
  office.browser.setOnline(true);
  await readAnew(office, before);
  await office.until(async () => (await openOf(office)).length > 0);
  const [parked] = await office.outbox();
  await decideParked(office.records, parked?.id ?? '', { what: 'recreate' });
  await office.drained();
  const made = Number(backend.rows('workOrders').at(-1)?.id);
  expect(await photoList(office, job)).toMatchObject({ doubtedAt: expect.any(Number) });
  await showPhotos(office, made);
  await photosRead(office);
  expect(await photoList(office, job)).toBeUndefined();
  expect(await photoList(office, made)).toMatchObject({ doubtedAt: null });
});

it('[F26] a photo whose job a restored server lost too waits for a person, with its bytes', async () => {
  const { backend, phone, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const before = await feedSince(phone);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  backend.remove(job, 'workOrders');
  backend.shelf.lose();
  backend.extensions.epoch += 1;
  await readAnew(phone, before);
  await phone.until(async () => (await rowIn(phone, 'workOrders', job)) === undefined);
  await phone.until(async () => (await openOf(phone)).length > 0);
  expect(await openOf(phone)).toEqual(['attachments update parked deletedOnServer']);
  expect(await evictFiles(contextOf(phone, async () => ({ kind: 'notSent' })))).toBe(0);

  // Without the job, it cannot be created again. It waits with the reason, and leaves only when a person says so.
  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'recreate' });
  await phone.pass(60_000, 1000);
  const [again] = await phone.outbox();
  expect(again).toMatchObject({ kind: 'create', state: 'parked', refusal: { reason: 'rejected' } });
  expect(JSON.stringify(again?.refusal?.body)).toContain('work_order');
  expect(await shownPhotos(phone)).toEqual(['p1']);
});

/** A server is restored to a state without the photo of this device, and without its files. */
async function restoredWithout({ backend, phone }: Awaited<ReturnType<typeof twoDevices>>): Promise<void> {
  const before = await feedSince(phone);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  backend.shelf.lose();
  backend.extensions.epoch += 1;
  await phone.until(async () => (await feedSince(phone)) !== before);
}

it('[F3, F26] while a person decides, the bytes stay, even if the server has them again', async () => {
  const devices = await twoDevices();
  const { backend, phone, job } = devices;
  await takeOf(phone, job, 1);
  await restoredWithout(devices);
  await phone.until(async () => (await openOf(phone)).length > 0);
  await phone.until(() => onShelf(backend, aPhoto(1)).every(Boolean));
  await phone.pass(10_000, 500);
  expect(await evictFiles(contextOf(phone, async () => ({ kind: 'notSent' })))).toBe(0);
});

it('[F26] a person is asked about a lost photo whose bytes the server refuses', async () => {
  const devices = await twoDevices();
  const { backend, phone, job } = devices;
  await takeOf(phone, job, 1);
  const { sha256 } = aPhoto(1).file;
  const tooLarge = { kind: 'answer', status: 413, body: { detail: 'Too large.' } } as const;
  backend.plan('PUT', new RegExp(sha256), tooLarge, 100);
  backend.plan('GET', /attachments\/attachments\/(\?|$)/, { kind: 'answer', status: 503 }, 4);
  await restoredWithout(devices);
  await phone.until(async () => (await phone.file(sha256))?.state === 'refused');
  await phone.pass(10 * 60_000, 1000);
  expect(await openOf(phone)).toEqual(['attachments update parked deletedOnServer']);
  expect(await shownPhotos(phone)).toEqual(['p1']);
});

it('[F26] a lost photo whose thumbnail has left is created again without it', async () => {
  const devices = await twoDevices();
  const { backend, phone, job } = devices;
  await takeOf(phone, job, 1);
  const { file, thumb } = aPhoto(1);
  const { relaxed } = phone.records.db;
  await relaxed.files.update(thumb?.sha256 ?? '', { state: 'gone' });
  await relaxed.fileBytes.delete(thumb?.sha256 ?? '');
  await restoredWithout(devices);
  await phone.until(async () => (await openOf(phone)).length > 0);
  expect(await openOf(phone)).toEqual(['attachments update parked deletedOnServer']);
  const [parked] = await phone.outbox();
  await decideParked(phone.records, parked?.id ?? '', { what: 'recreate' });
  await phone.drained();
  expect(backend.rows('attachments')).toMatchObject([{ sha256: file.sha256, thumb_sha256: '' }]);
  expect(backend.shelf.has(file.sha256)).toBe(true);
});

it('[F26] a device that has the original of a photo of somebody else asks too, and creates it again', async () => {
  const { backend, phone, office, job } = await twoDevices();
  await takeOf(phone, job, 1);
  const { localId = '' } = (await rowIn(office, 'workOrders', job)) ?? {};
  const parents = [{ resource: 'workOrders', localId, serverId: job }] as const;
  await keepOffline(office.records, parents, { keep: true, photos: [] });
  await showPhotos(office, job);
  await photosRead(office);
  const { sha256 } = aPhoto(1).file;
  await office.until(async () => (await office.file(sha256))?.state === 'stored');
  const before = await feedSince(office);
  backend.remove(Number(backend.rows('attachments')[0]?.id), 'attachments');
  backend.shelf.lose();
  phone.browser.setOnline(false);
  backend.extensions.epoch += 1;
  await readAnew(office, before);
  await office.until(async () => (await openOf(office)).length > 0);
  expect(await openOf(office)).toEqual(['attachments update parked deletedOnServer']);
  const [parked] = await office.outbox();
  await decideParked(office.records, parked?.id ?? '', { what: 'recreate' });
  await office.drained();
  expect(backend.rows('attachments')).toMatchObject([{ name: 'p1', sha256 }]);
  expect(backend.shelf.has(sha256)).toBe(true);
});
