/** A request as it arrives at the server. */
export interface WireRequest {
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  /** The body as it was sent; '' for none. */
  readonly text: string;
  /** The body of application/octet-stream, in place of `text`. */
  readonly bytes?: Uint8Array | null;
  /** The token of the Authorization header; null where there is no such header. */
  readonly bearer: string | null;
  /** The header If-Match without its quotes; null for none. */
  readonly ifMatch: string | null;
  /** The header Range. */
  readonly range?: string | null;
}

/** An answer as it leaves the server. */
export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  /** In place of `text`. */
  readonly bytes?: Uint8Array;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

type Fields = Readonly<Record<string, unknown>>;

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html' };
const NO_HEADERS = {};

export function json(status: number, body: unknown, headers: WireAnswer['headers'] = NO_HEADERS): WireAnswer {
  if (headers !== NO_HEADERS)
    return { status, text: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } };
  return { status, text: JSON.stringify(body), headers: JSON_TYPE };
}

export function html(status: number): WireAnswer {
  return { status, text: '<!doctype html><title>A page</title><h1>A page</h1>', headers: HTML_TYPE };
}

export function noContent(): WireAnswer {
  return { status: 204, text: '', headers: NO_HEADERS };
}

export function notFound(): WireAnswer {
  return json(404, { detail: 'Not found.' });
}

export function notAllowed(method: string, allow: string): WireAnswer {
  return json(405, { detail: `Method "${method}" not allowed.` }, { allow });
}

/** Stands for a body that is no JSON. */
export const MALFORMED = Symbol('malformed');

/** What a body says; undefined where there is none. */
export function bodyIn(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return MALFORMED;
  }
}

/** The fields of a JSON object; none of anything else. */
export function fieldsOf(body: unknown): Fields {
  return isFields(body) ? body : {};
}

export function isFields(body: unknown): body is Fields {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** A request of HTTP as this server reads it. */
export function wireRequest(
  { method, path, text, bytes = null }: Pick<WireRequest, 'method' | 'path' | 'text' | 'bytes'>,
  header: (name: 'authorization' | 'if-match' | 'range') => string | null | undefined,
): WireRequest {
  return {
    method,
    path,
    text,
    bytes,
    bearer: header('authorization')?.replace('Bearer ', '') ?? null,
    ifMatch: header('if-match')?.replaceAll('"', '') ?? null,
    range: header('range') ?? null,
  };
}
