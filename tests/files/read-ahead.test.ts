import { expect, test } from 'vitest';
import { MAX_PHOTO_BYTES } from '../../src/files/photo.ts';
import { ReadAhead } from '../../src/files/read-ahead.ts';

/** A chosen file of this size, which says when it is read. */
function fileOf(size: number, reads: string[], name = ''): Blob {
  const arrayBuffer = async (): Promise<ArrayBuffer> => {
    reads.push(name);
    return new ArrayBuffer(size);
  };
  return Object.defineProperties(new Blob([]), {
    size: { value: size },
    arrayBuffer: { value: arrayBuffer },
  });
}

const MB = 1024 * 1024;

test('what fits into the memory is copied at once, the rest in order as room becomes free', async () => {
  const reads: string[] = [];
  const ahead = new ReadAhead();
  const held = Array.from({ length: 16 }, (_, n) => ahead.hold(fileOf(20 * MB, reads, String(n))));
  // 6 files that are read and copied are 240 MiB.
  expect(reads).toHaveLength(6);
  expect(ahead.waiting).toBe(10);
  // 10 copies and one more file that is read and copied.
  await held[10]?.copy;
  expect(reads).toHaveLength(11);
  held[0]?.free();
  held[0]?.free();
  expect(reads.slice(11)).toEqual(['11']);
  for (const one of held) {
    await one.copy;
    one.free();
  }
  expect(reads).toHaveLength(16);
  expect(ahead.waiting).toBe(0);
});

test.each([
  ['that report their size', true],
  ['that report no size', false],
])('files and their copies %s never take more than 256 MiB at once', async (_, isSized) => {
  let [inMemory, most] = [0, 0];
  const file = Object.defineProperties(new Blob([]), {
    size: { value: isSized ? MAX_PHOTO_BYTES : 0 },
    arrayBuffer: {
      value: () => {
        inMemory += 2 * MAX_PHOTO_BYTES;
        most = Math.max(most, inMemory);
        const read = Promise.resolve(new ArrayBuffer(MAX_PHOTO_BYTES));
        void read.then(() => {
          inMemory -= MAX_PHOTO_BYTES;
        });
        return read;
      },
    },
  });
  const ahead = new ReadAhead();
  const held = Array.from({ length: 12 }, () => ahead.hold(file));
  for (const { copy, free } of held) {
    await copy;
    inMemory -= MAX_PHOTO_BYTES;
    free();
  }
  expect(most).toBeLessThanOrEqual(256 * MB);
});

test('a copy stays when the device takes the file away', async () => {
  let isGone = false;
  const file = Object.assign(new Blob(['abc']), {
    arrayBuffer: () =>
      isGone
        ? Promise.reject(new DOMException('gone'))
        : Promise.resolve(new TextEncoder().encode('abc').buffer),
  });
  const { copy } = new ReadAhead().hold(file);
  isGone = true;
  expect(await (await copy).text()).toBe('abc');
});

test('a file that cannot be read, or is too large, is left to its turn', async () => {
  const reads: string[] = [];
  const ahead = new ReadAhead();
  const gone = Object.assign(new Blob(['abc']), {
    arrayBuffer: () => Promise.reject(new DOMException('gone')),
  });
  const large = fileOf(MAX_PHOTO_BYTES + 1, reads);
  expect(await ahead.hold(gone).copy).toBe(gone);
  expect(await ahead.hold(large).copy).toBe(large);
  expect(reads).toEqual([]);
});

test('files that report no size count once they are read', async () => {
  const reads: string[] = [];
  const ahead = new ReadAhead();
  const unsized = Object.assign(new Blob([]), { arrayBuffer: async () => new ArrayBuffer(MAX_PHOTO_BYTES) });
  const first = Array.from({ length: 9 }, () => ahead.hold(unsized));
  await Promise.all(first.map(({ copy }) => copy));
  ahead.hold(fileOf(20 * MB, reads));
  expect(ahead.waiting).toBe(1);
  first[0]?.free();
  expect(ahead.waiting).toBe(0);
});
