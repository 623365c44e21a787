/** A request as it arrives at the server. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query string. */
  readonly path: string;
  /** JSON as it was sent; '' for none. */
  readonly text: string;
  readonly bearer: string | null;
  /** Name of the device that sent it. */
  readonly from: string;
  /** Header If-Match, without its quotes. */
  readonly ifMatch: string | null;
}

/** An answer as it leaves the server. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

export function json(status: number, body: unknown): WireAnswer {
  return { status, text: body === undefined ? '' : JSON.stringify(body), retryAfter: null };
}

export function html(status: number): WireAnswer {
  return { status, text: '<!doctype html><title>A page</title><h1>A page</h1>', retryAfter: null };
}

/** The JSON object in a body; empty for anything else. */
export function fieldsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}
