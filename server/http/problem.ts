import { z } from 'zod';
import type { FieldErrors } from './field-errors.ts';

export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`HTTP ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Also used for rows that are hidden from the caller, so that they look like missing rows. */
export function notFound(detail = 'Not found.'): Problem {
  return new Problem(404, { detail });
}

export function invalidInput(errors: FieldErrors): Problem {
  return new Problem(400, { ...errors });
}

/** HTTP requires the header `WWW-Authenticate`. */
export function unauthorized(body: Readonly<Record<string, unknown>>): Problem {
  return new Problem(401, body, { 'www-authenticate': 'Bearer realm="api"' });
}

export function throttled(seconds: number): Problem {
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
  return new Problem(429, { detail }, { 'retry-after': String(seconds) });
}

export function busy(): Problem {
  return unavailable('The server is busy at the moment. Try again in a few seconds.');
}

export function unavailable(detail: string, seconds = 5): Problem {
  return new Problem(503, { detail }, { 'retry-after': String(seconds) });
}

const texts = z.array(z.string());

export const detailBody = z.looseObject({ detail: z.string() }).describe('The reason, in words');

/**
 * Keyed by field; an object field's errors are keyed by inner field. If the body is not JSON, the only key is `detail`.
 */
export const fieldErrorsBody = z
  .record(z.string(), z.union([z.string(), texts, z.record(z.string(), texts)]))
  .describe('Error texts by field');
