/** As long as a slow phone takes for the largest file. */
const ANSWER_LIMIT_MS = 30_000;

/** Browsers hash on a thread of their own, but not over plain HTTP. */
export async function hash(bytes: ArrayBuffer): Promise<string> {
  if (!crypto.subtle) return hashInWorker(bytes);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function hashInWorker(bytes: ArrayBuffer): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      timer = setTimeout(() => reject(new Error('the worker did not answer')), ANSWER_LIMIT_MS);
      worker.postMessage(bytes);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
