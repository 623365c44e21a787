import { sha256Hex } from '../../../src/domain/sha256.ts';
import type { PhotoOutcome, PhotoSize, StoredBytes } from '../../../src/files/photo.ts';
import { createPhotoPreparer } from '../../../src/files/photo-preparer.ts';

/** An outcome with its bytes in Base64, so that it can leave the page. */
export type SentOutcome = ReturnType<typeof sent> extends Promise<infer Sent> ? Sent : never;

const preparePhoto = createPhotoPreparer({
  clock: {
    now: () => Date.now(),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  },
  hash: async (bytes) => sha256Hex(bytes),
  log: { error: (message, cause) => console.error(message, cause) },
});

/**
 * Prepares a file of this server.
 * @param before a script that its worker runs first
 */
async function prepareAt(path: string, size: PhotoSize, before?: string): Promise<SentOutcome> {
  const answer = await fetch(path);
  const file = await answer.blob();
  if (before === undefined) return sent(await preparePhoto(file, size));
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL) {
      const script = `${before}; importScripts(${JSON.stringify(new URL(url, location.href))});`;
      super(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    }
  };
  const outcome = preparePhoto(file, size);
  return sent(await outcome.finally(() => Object.assign(globalThis, { Worker })));
}

async function sent(outcome: PhotoOutcome) {
  if (outcome.outcome === 'refused') return outcome;
  const { photo, ...rest } = outcome;
  const { file, thumb, ...facts } = photo;
  return { ...rest, ...facts, file: await inBase64(file), thumb: thumb && (await inBase64(thumb)) };
}

async function inBase64({
  bytes,
  ...rest
}: StoredBytes): Promise<Omit<StoredBytes, 'bytes'> & { base64: string }> {
  const url = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsDataURL(new Blob([bytes]));
  });
  return { ...rest, base64: url.slice(url.indexOf(',') + 1) };
}

Object.assign(globalThis, { prepareAt });
