import { z } from 'zod';
import type { FieldErrors } from './field-errors.ts';

/** A failure to be answered with this status and body. Thrown from anywhere. */
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

/** 404: the row does not exist, or the caller may not know that it does. Both must look the same. */
export function notFound(detail = 'Not found.'): Problem {
  return new Problem(404, { detail });
}

/** 400 for invalid fields. */
export function invalidInput(errors: FieldErrors): Problem {
  return new Problem(400, { ...errors });
}

/** 401 with the header that HTTP requires. */
export function unauthorized(body: Readonly<Record<string, unknown>>): Problem {
  return new Problem(401, body, { 'www-authenticate': 'Bearer realm="api"' });
}

/** 429 with the seconds to wait, in a header for programs and in the text for people. */
export function throttled(seconds: number): Problem {
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
  return new Problem(429, { detail }, { 'retry-after': String(seconds) });
}

/** 503 when others keep the server too busy. */
export function busy(): Problem {
  return unavailable('The server is busy at the moment. Try again in a few seconds.');
}

/** 503 for a temporary state, with the seconds until a new attempt makes sense. */
export function unavailable(detail: string, seconds = 5): Problem {
  return new Problem(503, { detail }, { 'retry-after': String(seconds) });
}

const texts = z.array(z.string());

/** The body of a failure that one sentence describes. */
export const detailBody = z.looseObject({ detail: z.string() }).describe('Why not, in words');

/** The body of a 400: texts by field, or by inner field for an object; `detail` when the body is not JSON. */
export const fieldErrorsBody = z
  .record(z.string(), z.union([z.string(), texts, z.record(z.string(), texts)]))
  .describe('Texts by field');
