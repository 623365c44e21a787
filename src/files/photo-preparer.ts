import type { Clock, Hashing, Log } from '../domain/ports.ts';
import { keepOriginal } from './keep-original.ts';
import { MAX_PHOTO_BYTES, type PhotoOutcome, type PhotoWork } from './photo.ts';

/** Longer than a slow phone takes for 48 megapixels. */
const ANSWER_LIMIT_MS = 60_000;

/** Never rejects, and stores nothing. */
export type PreparePhoto = (file: Blob, size: PhotoWork) => Promise<PhotoOutcome>;

/**
 * Prepares one photo at a time, each in a fresh worker, because phones have no memory for two. The page keeps the bytes
 * until the worker has answered. If it never does, the original is kept.
 *
 * Reads the file before it waits for its turn, so call it for a few files at a time. `ReadAhead` holds many.
 */
export function createPhotoPreparer(
  device: Hashing & { readonly clock: Clock; readonly log: Pick<Log, 'error'> },
): PreparePhoto {
  const { clock, log } = device;
  let turn: Promise<unknown> = Promise.resolve();

  async function prepare(bytes: ArrayBuffer, size: PhotoWork): Promise<PhotoOutcome> {
    try {
      return await prepareInWorker(bytes, size, clock);
    } catch (error) {
      log.error('a photo could not be prepared', error);
      return await keepOriginal(device, bytes, 'no_tools');
    }
  }

  return async (file, size) => {
    if (file.size > MAX_PHOTO_BYTES) return { outcome: 'refused', why: 'too_large' };
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes) return { outcome: 'refused', why: 'unreadable' };
    // Some Android apps report no size, or a wrong one.
    if (bytes.byteLength > MAX_PHOTO_BYTES) return { outcome: 'refused', why: 'too_large' };
    const outcome = turn.then(() => prepare(bytes, size));
    turn = outcome;
    return outcome;
  };
}

type Answer = { readonly outcome: PhotoOutcome } | { readonly problem: string };

async function prepareInWorker(bytes: ArrayBuffer, size: PhotoWork, clock: Clock): Promise<PhotoOutcome> {
  const worker = new Worker(new URL('./prepare.worker.ts', import.meta.url), { type: 'module' });
  let stopTimer = (): void => {};
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      stopTimer = clock.setTimer(() => reject(new Error('the worker did not answer')), ANSWER_LIMIT_MS);
      // Copied, not transferred: a worker that dies must not take the photo along.
      worker.postMessage({ bytes, size });
    });
    if ('problem' in answer) throw new Error(answer.problem);
    return answer.outcome;
  } finally {
    stopTimer();
    worker.terminate();
  }
}
