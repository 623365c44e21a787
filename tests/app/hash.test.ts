import { afterEach, expect, test, vi } from 'vitest';
import { hash } from '../../src/app/device/hash.ts';

const bytes = new TextEncoder().encode('abc').buffer;
const HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';

afterEach(() => vi.unstubAllGlobals());

/** A page over plain HTTP, whose workers do this. */
function overPlainHttp(work: (worker: EventTarget, message: unknown) => void): string[] {
  const log: string[] = [];
  vi.stubGlobal('crypto', {});
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage(message: unknown): void {
        log.push('asked');
        work(this, message);
      }

      terminate(): void {
        log.push('ended');
      }
    },
  );
  return log;
}

test('the browser hashes on a thread of its own', async () => {
  expect(await hash(bytes)).toBe(HASH);
});

test('over plain HTTP, a worker hashes, and then ends', async () => {
  const log = overPlainHttp((worker, message) => {
    expect(message).toBe(bytes);
    worker.dispatchEvent(Object.assign(new Event('message'), { data: HASH }));
  });
  expect(await hash(bytes)).toBe(HASH);
  expect(log).toEqual(['asked', 'ended']);
});

test('a worker that cannot be loaded is a failure, and is ended', async () => {
  const log = overPlainHttp((worker) =>
    worker.dispatchEvent(Object.assign(new Event('error'), { message: 'not loaded' })),
  );
  await expect(hash(bytes)).rejects.toThrow('not loaded');
  expect(log).toEqual(['asked', 'ended']);
});
