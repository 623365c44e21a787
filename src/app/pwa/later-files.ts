import { type Clock, delay } from '../../domain/ports.ts';

/** In ms. The files are about 200 KiB, which takes minutes over a weak signal. */
const ANSWER_LIMIT_MS = 300_000;

/**
 * Has the service worker fetch the files that the app does not need to open: the PDF code and its font. Resolves to
 * true once all are on this device. Never rejects.
 */
export async function keepLaterFiles(
  worker: ServiceWorker,
  clock: Clock,
  limitMs = ANSWER_LIMIT_MS,
): Promise<boolean> {
  const channel = new MessageChannel();
  const over = new AbortController();
  try {
    return await Promise.race([
      new Promise<boolean>((resolve) => {
        channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data === true);
        worker.postMessage({ type: 'KEEP_LATER_FILES' }, [channel.port2]);
      }),
      delay(clock, limitMs, over.signal).then(() => false),
    ]);
  } finally {
    over.abort();
    channel.port1.close();
  }
}
