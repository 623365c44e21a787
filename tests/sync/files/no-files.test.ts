import { expect, it, vi } from 'vitest';
import { requestFile } from '../../../src/records/photos.ts';
import { evictFiles } from '../../../src/sync/files/evict.ts';
import { aPhoto, aPhotoTab, onShelf, take } from '../../support/tab/photos.ts';
import { anotherTab, contextOf, make } from '../../support/tab/scenario.ts';
import type { TestTab } from '../../support/tab/test-device.ts';

/** Counts the transactions of this tab about files, apart from those of the debug checks and of records. */
function fileTransactions({ records }: TestTab): () => number {
  const { relaxed } = records.db;
  const spy = vi.spyOn(relaxed, 'transaction');
  return () => {
    const covered = spy.mock.calls.map((call) => (call as unknown[]).flat());
    return covered.filter((tables) => tables.includes(relaxed.files) && !tables.includes(relaxed.outbox))
      .length;
  };
}

it('[F18] a device without photos reads nothing about files', async () => {
  const { backend, tab } = await aPhotoTab();
  const count = fileTransactions(tab);
  await make(tab);
  await tab.drained();
  await tab.pass(3 * 60_000, 5000);
  expect(backend.customers).toHaveLength(1);
  expect(count()).toBe(0);
  await take(tab);
  await tab.drained();
  expect(count()).toBeGreaterThan(0);
});

it('[F6] the first photo of a device is sent, whichever tab kept it, and even if that tab died at once', async () => {
  const { backend, tab } = await aPhotoTab();
  const other = await anotherTab(tab);
  await take(other);
  other.crash();
  await tab.until(() => onShelf(backend, aPhoto()).every(Boolean));
  await tab.drained();
  expect(backend.rows('attachments')).toHaveLength(1);
});

it('[F13] the first file that a device wants is fetched', async () => {
  const { backend, tab } = await aPhotoTab();
  await take(tab);
  await tab.drained();
  await evictFiles(contextOf(tab, async () => ({ kind: 'notSent' })));
  const { relaxed } = tab.records.db;
  await relaxed.meta.delete('files');
  await tab.pass(60_000, 5000);
  const { sha256, bytes } = aPhoto().file;
  await requestFile(tab.records, { sha256, size: bytes.byteLength, type: 'image/jpeg' });
  await tab.until(async () => (await tab.file(sha256))?.state === 'stored');
  expect(backend.count('GET', /files/)).toBe(1);
});
