import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sha256Hex } from '../../src/domain/sha256.ts';
import { MAX_PHOTO_BYTES, type PhotoOutcome } from '../../src/files/photo.ts';
import { createPhotoPreparer } from '../../src/files/photo-preparer.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { bytesOf, frame, jpeg } from '../support/files/picture-bytes.ts';

/** Workers that a test answers for. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  static readonly log: string[] = [];
  readonly name = `w${FakeWorker.all.push(this)}`;
  asked: unknown;

  postMessage(message: unknown): void {
    // As a browser does, which then cannot lose the page's own bytes.
    this.asked = structuredClone(message);
    FakeWorker.log.push(`${this.name} asked`);
  }

  terminate(): void {
    FakeWorker.log.push(`${this.name} ended`);
  }

  answer(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  crash(): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
  }
}

const photo = jpeg(frame(4032, 3024));
const sha256 = createHash('sha256').update(photo).digest('hex');
const kept: PhotoOutcome = {
  outcome: 'original',
  why: 'no_tools',
  photo: {
    file: { bytes: photo.buffer, sha256, mediaType: 'image/jpeg' },
    thumb: null,
    takenAt: null,
    place: null,
  },
};
const small: PhotoOutcome = { outcome: 'refused', why: 'empty' };

function start() {
  const clock = new ManualClock();
  const errors: string[] = [];
  const log = { error: (message: string, cause: unknown) => errors.push(`${message}: ${String(cause)}`) };
  const hash = async (bytes: ArrayBuffer): Promise<string> => sha256Hex(bytes);
  return { clock, errors, prepare: createPhotoPreparer({ clock, log, hash }) };
}

async function worker(number: number): Promise<FakeWorker> {
  return vi.waitUntil(() => FakeWorker.all[number - 1]?.asked !== undefined && FakeWorker.all[number - 1], {
    timeout: 60_000,
  });
}

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  for (const list of [FakeWorker.all, FakeWorker.log]) list.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

describe('a photo', () => {
  test('is prepared by a worker, which then ends', async () => {
    const { prepare } = start();
    const outcome = prepare(new Blob([photo]), 'large');
    const first = await worker(1);
    expect(first.asked).toEqual({ bytes: photo.buffer, size: 'large' });
    first.answer({ outcome: small });
    expect(await outcome).toBe(small);
    expect(FakeWorker.log).toEqual(['w1 asked', 'w1 ended']);
  });

  test('waits for the one before, but is read at once', async () => {
    const { prepare } = start();
    const reads: string[] = [];
    const file = (name: string) => {
      const blob = new Blob([photo]);
      return Object.assign(blob, {
        arrayBuffer: () => {
          reads.push(name);
          return Blob.prototype.arrayBuffer.call(blob);
        },
      });
    };
    const outcomes = [prepare(file('a'), 'usual'), prepare(file('b'), 'usual')];
    expect(reads).toEqual(['a', 'b']);
    (await worker(1)).answer({ outcome: small });
    (await worker(2)).answer({ outcome: small });
    await Promise.all(outcomes);
    expect(FakeWorker.log).toEqual(['w1 asked', 'w1 ended', 'w2 asked', 'w2 ended']);
  });
});

describe('the original is kept, and the next photo prepared,', () => {
  test.each([
    ['when the worker crashes', (one: FakeWorker) => one.crash()],
    ['when the worker reports a problem', (one: FakeWorker) => one.answer({ problem: 'TypeError' })],
  ])('%s', async (_, fail) => {
    const { prepare, errors } = start();
    const outcomes = [prepare(new Blob([photo]), 'usual'), prepare(new Blob([photo]), 'usual')];
    fail(await worker(1));
    expect(await outcomes[0]).toEqual(kept);
    expect(errors).toHaveLength(1);
    (await worker(2)).answer({ outcome: small });
    expect(await outcomes[1]).toBe(small);
  });

  test('when the worker does not answer within a minute', async () => {
    const { prepare, clock } = start();
    const outcome = prepare(new Blob([photo]), 'usual');
    await worker(1);
    clock.advance(60_000);
    expect(await outcome).toEqual(kept);
    expect(FakeWorker.log).toEqual(['w1 asked', 'w1 ended']);
  });

  test('when there are no workers', async () => {
    vi.stubGlobal('Worker', undefined);
    const { prepare } = start();
    expect(await prepare(new Blob([photo]), 'usual')).toEqual(kept);
    expect(await prepare(new Blob([photo]), 'usual')).toEqual(kept);
  });
});

describe('a file is refused', () => {
  const unreadable = Object.assign(new Blob([photo]), {
    arrayBuffer: async () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  });
  const ofUnknownSize = Object.assign(new Blob([]), {
    arrayBuffer: async () => new ArrayBuffer(MAX_PHOTO_BYTES + 1),
  });

  test.each([
    ['that the device no longer gives out', unreadable, 'unreadable'],
    ['of more than 25 MiB', new Blob([new Uint8Array(MAX_PHOTO_BYTES + 1)]), 'too_large'],
    ['of more than 25 MiB that claims to be empty', ofUnknownSize, 'too_large'],
  ] as const)('%s', async (_, file, why) => {
    expect(await start().prepare(file, 'usual')).toEqual({ outcome: 'refused', why });
    expect(FakeWorker.all).toEqual([]);
  });

  test.each([
    ['without bytes', bytesOf(), 'empty'],
    ['of text', bytesOf('Call the adjuster.'), 'not_picture'],
  ] as const)('%s, also without a worker', async (_, bytes, why) => {
    vi.stubGlobal('Worker', undefined);
    expect(await start().prepare(new Blob([bytes]), 'usual')).toEqual({ outcome: 'refused', why });
  });
});
