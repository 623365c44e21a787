import type { Attachment } from '../../../src/domain/attachment.ts';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { SaveReceipt } from '../../../src/records/accept.ts';
import { keepPhoto, type NewPhoto } from '../../../src/records/photos.ts';
import { FakeBackend } from '../backend/fake-backend.ts';
import { atRest } from './scenario.ts';
import { type Backend, TestTab } from './test-device.ts';

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
