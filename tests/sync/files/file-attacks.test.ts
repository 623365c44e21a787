import { expect, it } from 'vitest';
import { requestFile } from '../../../src/records/photos.ts';
import { aPhoto, aPhotoTab, bytesOf, onShelf, take } from '../../support/tab/photos.ts';

/** Parts that a server says it has of a file of 3,000 bytes. */
const HOSTILE = [
  [
    'overlap',
    [
      [0, 200],
      [100, 2000],
      [50, 300],
    ],
  ],
  [
    'are in disorder',
    [
      [2000, 2500],
      [0, 100],
    ],
  ],
  ['end behind the file', [[0, 1e9]]],
  ['begin before the file', [[-5, 3000]]],
  [
    'end before they begin',
    [
      [2000, 100],
      [3000, 0],
    ],
  ],
  ['are no numbers', [['0', '3000']]],
] as const;

it.each(HOSTILE)(
  '[F8] a server whose parts of a file %s gets the whole file all the same',
  async (_, have) => {
    const { backend, tab } = await aPhotoTab();
    const state = backend.shelf.state.bind(backend.shelf);
    const photo = aPhoto();
    let lies = 3;
    backend.shelf.state = (sha256) => {
      if (sha256 !== photo.file.sha256 || lies === 0) return state(sha256);
      lies -= 1;
      return { stored: false, have: have as unknown as [number, number][] };
    };
    await take(tab, photo);
    await tab.drained();
    expect(onShelf(backend, photo)).toEqual([true, true]);
    expect(new Uint8Array(backend.shelf.bytesOf(photo.file.sha256) ?? [])).toEqual(
      new Uint8Array(photo.file.bytes),
    );
  },
);

it.each(['../../auth/user', '..%2f..%2fauth%2fuser', 'a'.repeat(63), ''])(
  '[F13] a row that names the bytes %j gets none',
  async (sha256) => {
    const { backend, tab } = await aPhotoTab();
    await requestFile(tab.records, { sha256, size: 10, type: 'image/svg+xml' });
    await tab.pass(60_000, 1000);
    expect(await tab.records.db.relaxed.fileBytes.count()).toBe(0);
    await take(tab);
    await tab.drained();
    expect(backend.rows('attachments')).toHaveLength(1);
  },
);

it('[F13] bytes of another size than their row says are kept under their hash, and no others', async () => {
  const { backend, tab } = await aPhotoTab();
  const { sha256, bytes } = aPhoto().file;
  await take(tab);
  await tab.drained();
  const { files, fileBytes } = tab.records.db.relaxed;
  await fileBytes.delete(sha256);
  await files.update(sha256, { state: 'gone' });
  backend.shelf.replace(sha256, new Uint8Array(bytesOf(6, 50_000)));
  await requestFile(tab.records, { sha256, size: 10, type: 'image/jpeg' });
  await tab.until(() => backend.count('GET', /files/) > 1);
  expect(await fileBytes.get(sha256)).toBeUndefined();
  backend.shelf.replace(sha256, new Uint8Array(bytes));
  await tab.until(async () => (await fileBytes.get(sha256)) !== undefined);
});
