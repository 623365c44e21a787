import type { PaperContent, PaperPart } from '../../domain/papers/paper-content.ts';
import type { Clock } from '../../domain/ports.ts';

export interface PdfJob {
  readonly content: PaperContent;
  /** The company's logo, as a data URL, or ''. */
  readonly logo: string;
  /**
   * The bytes of a picture of the content, a JPEG, PNG or WebP; null if it is not on this device. Called for one at a
   * time, because a phone has no memory for all.
   */
  readonly pictureOf?: (sha256: string) => Promise<ArrayBuffer | null>;
  /** Without it, the document has lines to sign on paper. */
  readonly signed?: SignedBy;
  /** In ms since 1970: when the file was made. Equal jobs make equal bytes. */
  readonly at: number;
}

export interface SignedBy {
  /** PNG, in the order of the consent's signatures. */
  readonly signatures: readonly ArrayBuffer[];
  /** The record of the signature: a page of its own at the end. */
  readonly audit: readonly PaperPart[];
}

export interface MadePdf {
  readonly bytes: ArrayBuffer;
  /** Characters that neither the font nor this device can draw. Boxes are in their places. */
  readonly missing: readonly string[];
}

export type PdfWork = Omit<PdfJob, 'pictureOf'>;

export type PdfAnswer =
  | { readonly wants: string }
  | { readonly made: MadePdf }
  | { readonly problem: string };

/** Longer than a slow phone takes for one photo, or for the font. */
const ANSWER_LIMIT_MS = 60_000;

/**
 * Makes a PDF in a worker of its own, without a connection.
 * @throws if the worker cannot start, fails or stops answering
 */
export async function makePdf(
  { pictureOf = () => Promise.resolve(null), ...work }: PdfJob,
  { clock }: { readonly clock: Clock },
): Promise<MadePdf> {
  const worker = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  let stopTimer = (): void => undefined;
  try {
    return await new Promise<MadePdf>((resolve, reject) => {
      const wait = (): void => {
        stopTimer();
        stopTimer = clock.setTimer(() => reject(new Error('the worker did not answer')), ANSWER_LIMIT_MS);
      };
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.addEventListener('message', ({ data }: MessageEvent<PdfAnswer>) => {
        wait();
        if ('made' in data) resolve(data.made);
        else if ('problem' in data) reject(new Error(data.problem));
        else sendPicture(worker, pictureOf(data.wants)).catch(reject);
      });
      wait();
      worker.postMessage(work);
    });
  } finally {
    stopTimer();
    worker.terminate();
  }
}

/** A picture that cannot be read counts as one that is not here. */
async function sendPicture(worker: Worker, reading: Promise<ArrayBuffer | null>): Promise<void> {
  const bytes = await reading.catch(() => null);
  worker.postMessage({ picture: bytes });
}
