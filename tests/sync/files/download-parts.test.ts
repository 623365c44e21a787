import { expect, it, vi } from 'vitest';
import { sha256Hex } from '../../../src/domain/sha256.ts';
import { requestFile } from '../../../src/records/photos.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import { aPhoto, aPhotoTab, bytesOf, take } from '../../support/tab/photos.ts';
import { contextOf } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

const KIB = 1024;
const bytes = bytesOf(5, 600 * KIB);
const file = { bytes, sha256: sha256Hex(bytes), mediaType: 'image/jpeg' };

/** A tab that wants a long file. `ranges` are those that the server has answered. */
async function aWantedFile() {
  const photos = await aPhotoTab();
  const { backend, tab } = photos;
  await take(tab, { ...aPhoto(5), file });
  await tab.drained();
  await evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
  const get = vi.spyOn(backend.shelf, 'get');
  const want = () => requestFile(tab.records, { sha256: file.sha256, size: 600 * KIB, type: 'image/jpeg' });
  return { ...photos, get, want, ranges: () => get.mock.calls.map(([, range]) => range) };
}

async function isKept(tab: TestTab): Promise<boolean> {
  if ((await tab.file(file.sha256))?.state !== 'stored') return false;
  const kept = await tab.records.db.relaxed.fileBytes.get(file.sha256);
  expect(sha256Hex(kept?.bytes ?? new ArrayBuffer())).toBe(file.sha256);
  return true;
}

it('[F13] a long file comes in ranges, and a broken download goes on where it broke', async () => {
  const { backend, tab, want, ranges } = await aWantedFile();
  backend.plan('GET', /files/, { kind: 'then', act: () => undefined });
  backend.plan('GET', /files/, { kind: 'dropBefore' }, 2);
  await want();
  await tab.until(() => isKept(tab));
  const from = ranges().map((range) => Number(/=(\d+)/.exec(range ?? '')?.[1]) / KIB);
  expect(from[0]).toBe(0);
  expect(from[1]).toBe(256);
  expect(from.filter((place) => place === 0)).toHaveLength(1);
});

it('[F13] a server that gives out no parts sends the whole file', async () => {
  const { backend, tab, want, get } = await aWantedFile();
  backend.shelf.givesParts = false;
  await want();
  await tab.until(() => isKept(tab));
  expect(get).toHaveBeenCalledTimes(1);
});

it('[F13] where a question for a part breaks, the whole file is asked for', async () => {
  const { tab, want, get, ranges } = await aWantedFile();
  const whole = get.getMockImplementation();
  get.mockImplementation((sha256, range) => {
    if (range) throw new TypeError('fetch failed');
    get.mockRestore();
    return whole?.(sha256) ?? tab.backend.shelf.get(sha256);
  });
  await want();
  await tab.until(() => isKept(tab));
  expect(ranges()).toEqual([]);
});

it('[F13] parts that are not those of the file are not kept, and the whole file is asked for', async () => {
  const { backend, tab, want, ranges } = await aWantedFile();
  backend.shelf.replace(file.sha256, new Uint8Array(bytesOf(77, 600 * KIB)));
  await want();
  await tab.until(() => ranges().includes(null));
  expect((await tab.file(file.sha256))?.state).toBe('wanted');
  backend.shelf.replace(file.sha256, new Uint8Array(bytes));
  await tab.until(() => isKept(tab));
});

it('[F13] a size that is too large does not keep a file from coming', async () => {
  const { tab, ranges } = await aWantedFile();
  await requestFile(tab.records, { sha256: file.sha256, size: 900 * KIB, type: 'image/jpeg' });
  await tab.until(() => isKept(tab));
  expect(ranges().at(-1)).toBeNull();
});
