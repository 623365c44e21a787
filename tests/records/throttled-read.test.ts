import { expect, test } from 'vitest';
import type { FileRow } from '../../src/db/tables.ts';
import { observeThrottled } from '../../src/records/live-read.ts';
import { flush } from '../support/browser/flush.ts';
import { aRecordServices } from '../support/browser/test-database.ts';
import { latch } from '../support/tab/scenario.ts';

const READ_MS = 10;

async function aReader() {
  const services = await aRecordServices();
  const { files } = services.db.relaxed;
  const blank = { type: 'image/jpeg', state: 'here', storedAt: null, lastUsed: 0, tries: 0, refusal: null };
  const put = (name: string, size = 1) => files.put({ sha256: name, size, ...blank } as FileRow);
  const seen: number[] = [];
  const failed: unknown[] = [];
  const told = { next: (count: number) => seen.push(count), error: (error: unknown) => failed.push(error) };
  let reads = 0;
  const begin = (work: () => Promise<number>) =>
    observeThrottled(
      services,
      {
        watched: [{ table: 'files' }],
        read: async () => {
          reads += 1;
          const found = await work();
          services.clock.advance(READ_MS);
          return found;
        },
      },
      told,
    );
  return { ...services, files, put, seen, failed, begin, reads: () => reads };
}

test('a throttled read is repeated after a rest four times as long, however much was written meanwhile', async () => {
  const { clock, files, put, seen, begin, reads } = await aReader();
  const stop = begin(() => files.count());
  await expect.poll(() => seen).toEqual([0]);
  for (const name of ['a', 'b', 'c']) await put(name);
  await flush();
  clock.advance(4 * READ_MS - 1);
  await flush();
  expect(reads()).toBe(1);
  clock.advance(1);
  await expect.poll(() => seen).toEqual([0, 3]);
  clock.advance(4 * READ_MS);
  await flush();
  expect(reads()).toBe(2);
  // After a pause, a change is read at once. The same answer is not told again.
  await put('c', 2);
  await expect.poll(reads).toBe(3);
  await flush();
  expect(seen).toEqual([0, 3]);
  stop();
  clock.advance(4 * READ_MS);
  await put('d');
  await flush();
  expect(reads()).toBe(3);
});

test('a throttled read ends though rows are written while it reads, and what it missed follows', async () => {
  const { clock, files, put, seen, begin } = await aReader();
  const read = latch();
  let isFirst = true;
  const stop = begin(async () => {
    const count = await files.count();
    if (isFirst) await read.opened;
    isFirst = false;
    return count;
  });
  for (const name of ['a', 'b']) await put(name);
  read.open();
  await expect.poll(() => seen).toEqual([0]);
  clock.advance(4 * READ_MS);
  await expect.poll(() => seen).toEqual([0, 2]);
  stop();
});

test('a throttled read that fails reports the error, and is tried again after the next change', async () => {
  const { clock, files, put, seen, failed, begin, reads } = await aReader();
  const stop = begin(async () => {
    if (reads() === 1) throw new Error('broken');
    return files.count();
  });
  await expect.poll(() => failed).toEqual([new Error('broken')]);
  clock.advance(4 * READ_MS);
  await put('a');
  await expect.poll(() => seen).toEqual([1]);
  stop();
});
