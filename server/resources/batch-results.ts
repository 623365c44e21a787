import { z } from 'zod';
import { ANSWER_BYTES } from '../http/answer-size.ts';
import type { Outcome } from './record-actions.ts';

/** What became of the changes of a batch. A body is what the change would have been answered by itself. */
export const batchResults = z.object({
  results: z.array(z.object({ id: z.string(), status: z.int(), body: z.unknown() })),
});

type Result = Readonly<z.output<typeof batchResults>['results'][number]>;

/** A body up to here is shown however full the answer is: it says what was wrong with a change. In bytes. */
const SMALL = 1_000;

/**
 * What became of each change of a batch. Once the answer is full, a record is left out of its result: the status says
 * that the change was carried out, and a client that wants the record asks for it.
 */
export class BatchResults {
  readonly #results: Result[] = [];
  #bytes = 0;

  add(id: string, { status, body = null }: Pick<Outcome, 'status' | 'body'>): void {
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const isShown = bytes <= SMALL || this.#bytes + bytes <= ANSWER_BYTES;
    if (isShown) this.#bytes += bytes;
    this.#results.push({ id, status, body: isShown ? body : null });
  }

  get answer(): { readonly results: readonly Result[] } {
    return { results: this.#results };
  }
}
