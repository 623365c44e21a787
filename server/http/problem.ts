import type { FieldErrors } from './field-errors.ts';

/** An answer other than success, thrown from wherever it is found out. Its body goes to the client as it is. */
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

/** 404: no such row, or none that the caller may know of. The two must not be told apart. */
export function notFound(detail = 'Not found.'): Problem {
  return new Problem(404, { detail });
}

/** 400 for input that breaks rules of its fields. */
export function invalidInput(errors: FieldErrors): Problem {
  return new Problem(400, { ...errors });
}

/** 401, with the header that HTTP asks for. */
export function unauthorized(body: Readonly<Record<string, unknown>>): Problem {
  return new Problem(401, body, { 'www-authenticate': 'Bearer realm="api"' });
}

/** 429: too much was asked, and how many seconds to wait. The header is for programs, the text for people. */
export function throttled(seconds: number): Problem {
  const detail = `Request was throttled. Expected available in ${seconds} seconds.`;
  return new Problem(429, { detail }, { 'retry-after': String(seconds) });
}

/** 503 where others ask so much that this cannot be done now. */
export function busy(): Problem {
  return unavailable('The server is busy at the moment. Try again in a few seconds.');
}

/** 503 for a state that passes, and in how many seconds to try again. */
export function unavailable(detail: string, seconds = 5): Problem {
  return new Problem(503, { detail }, { 'retry-after': String(seconds) });
}
