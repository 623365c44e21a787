import { z } from 'zod';
import type { Extensions } from '../config/extensions.ts';
import { detailBody, fieldErrorsBody } from '../http/problem.ts';
import { ANSWER_BYTES } from '../http/size-limits.ts';
import type { Outcome } from './record-actions.ts';
import { recordSchema } from './record-bodies.ts';
import type { ServerResource } from './server-resource.ts';

/** Each body is what the change would have gotten as a separate request. */
export function batchResults(resources: readonly ServerResource[], extensions: Extensions) {
  const records = resources.map((resource) => recordSchema(resource, extensions));
  const body = z.union([...records, detailBody, fieldErrorsBody]).nullable();
  return z.object({ results: z.array(z.object({ id: z.string(), status: z.int(), body })) });
}

type Result = Readonly<z.output<ReturnType<typeof batchResults>>['results'][number]>;

/** In bytes. Smaller bodies are always included, because they explain failures. */
const SMALL = 1_000;

/** Once the response is full, a change gets only a status, and the client can read the record. */
export class BatchResults {
  readonly #results: Result[] = [];
  #bytes = 0;

  add(id: string, { status, body }: Pick<Outcome, 'status' | 'body'>): void {
    const bytes = Buffer.byteLength(JSON.stringify(body ?? null));
    const isShown = bytes <= SMALL || this.#bytes + bytes <= ANSWER_BYTES;
    if (isShown) this.#bytes += bytes;
    this.#results.push({ id, status, body: isShown ? (body ?? null) : null });
  }

  get answer(): { readonly results: readonly Result[] } {
    return { results: this.#results };
  }
}
