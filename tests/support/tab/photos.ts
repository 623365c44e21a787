import { wishForPhotos } from '../../../src/db/photo-lists.ts';
import type { PhotoListRow } from '../../../src/db/tables.ts';
import type { Attachment } from '../../../src/domain/attachment.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { SaveReceipt } from '../../../src/records/accept.ts';
import { keepPhoto, type NewPhoto } from '../../../src/records/photos.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { atRest, makeOf, rowIn } from './scenario.ts';
import { type Backend, TestBrowser, TestTab } from './test-device.ts';

/** Extensions without which no photo is sent. */
const PHOTO_EXTENSIONS = ['client-uid', 'if-match', 'attachments'] as const;

/** Returns a server that keeps files, and a tab that has signed in and read everything. */
export async function aPhotoTab(
  extensions: readonly string[] = PHOTO_EXTENSIONS,
): Promise<{ backend: FakeBackend; tab: TestTab }> {
  const backend = new FakeBackend();
  for (const name of extensions) backend.extensions.features.add(name);
  const tab = new TestTab(backend);
  await tab.signIn();
  await atRest(tab);
  return { backend, tab };
}

/** Bytes of a picture that differ for each `n`. */
export function bytesOf(n: number, size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let place = 0; place < size; place += 1) bytes[place] = (place * 7 + n * 31 + (place >> 8)) % 251;
  bytes.set([0xff, 0xd8, 0xff]);
  return bytes.buffer;
}

function stored(bytes: ArrayBuffer): NewPhoto['file'] {
  return { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' };
}

/** A photo and its thumbnail. */
export function aPhoto(n = 1, { size = 3000, fields = {} as Partial<Attachment> } = {}): NewPhoto {
  return { file: stored(bytesOf(n, size)), thumb: stored(bytesOf(n + 1000, 300)), fields };
}

export function take(tab: TestTab<Backend>, photo: NewPhoto = aPhoto()): Promise<SaveReceipt> {
  return keepPhoto(tab.records, photo);
}

/** The requests about files and rows, in order, such as 'PUT file', 'POST state', 'POST row'. */
export function fileRequests(backend: FakeBackend): string[] {
  return backend.requests.flatMap(({ method, path }) => {
    if (path.includes('/files/state/')) return [`${method} state`];
    if (path.includes('/files/')) return [`${method} file`];
    return path.includes('/attachments/') ? [`${method} row`] : [];
  });
}

/** The names of the files that the server has. */
export function onShelf({ shelf }: FakeBackend, { file, thumb }: NewPhoto): boolean[] {
  return [file, thumb].flatMap((part) => (part ? [shelf.has(part.sha256)] : []));
}

/** Everything that the companion announces of photos and of reading. */
export const WITH_FEED = [...PHOTO_EXTENSIONS, 'changes'] as const;

interface TwoDevices {
  readonly backend: FakeBackend;
  /** The technician's. */
  readonly phone: TestTab;
  readonly office: TestTab;
  /** The server id of a work order that both have. */
  readonly job: number;
}

/** Two devices of one company, and a job. */
export async function twoDevices(extensions: readonly string[] = WITH_FEED): Promise<TwoDevices> {
  const { backend, tab: phone } = await aPhotoTab(extensions);
  const { localId: customer } = await makeOf(phone, 'customers');
  const { localId } = await makeOf(phone, 'workOrders', { customer });
  await phone.drained();
  const job = Number((await rowIn(phone, 'workOrders', localId))?.serverId);
  backend.users.push({ id: 2, username: 'office', password: 'restoration', active: true });
  const office = new TestTab(backend, new TestBrowser(phone.browser.clock));
  await office.signIn('office');
  await atRest(office);
  return { backend, phone, office, job };
}

/** A technician takes these photos of a job, and they reach the server. */
export async function takeOf(tab: TestTab, job: number, ...photos: readonly number[]): Promise<void> {
  for (const n of photos) await take(tab, aPhoto(n, { fields: { work_order: String(job), name: `p${n}` } }));
  await tab.drained();
}

/** A screen shows the photos of a job. */
export async function showPhotos(tab: TestTab, job: number): Promise<void> {
  const { relaxed } = tab.records.db;
  const at = tab.browser.clock.now();
  const wish = { resource: 'workOrders', id: String(job), at, isShown: true } as const;
  await relaxed.transaction('rw', relaxed.meta, (tx) => wishForPhotos(tx, [wish]));
}

/** Waits until no list of photos is still to be read. */
export async function photosRead(tab: TestTab): Promise<void> {
  await tab.until(async () => (await tab.records.db.relaxed.meta.get('request:photos')) === undefined);
}

export async function photoList(tab: TestTab, job: number): Promise<PhotoListRow | undefined> {
  const row = await tab.records.db.relaxed.settings.get(`photoList:workOrders/${job}`);
  return row && 'feed' in row ? row : undefined;
}

/** The names of the photos that screens show, in order. */
export async function shownPhotos(tab: TestTab): Promise<string[]> {
  const rows = await tab.rows('attachments');
  return rows.flatMap(({ view }) => (view ? [String(view['name'])] : [])).sort();
}
