import type { ServerId, Wire } from './resource-spec.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  | { readonly kind: 'empty' };

/**
 * What became of a request: a closed set, so that nobody classifies by the text of an error.
 */
export type Answer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: Body;
      /** Seconds or an HTTP date; null if absent or not readable cross-origin. */
      readonly retryAfter: string | null;
      /** The server's time in ms; absent if not sent or not readable cross-origin. */
      readonly date?: number;
    }
  /** A network that redirects elsewhere, as captive portals do. Redirects are never followed. */
  | { readonly kind: 'redirect' }
  /** Probably sent; no answer came. */
  | { readonly kind: 'noAnswer'; readonly cause: 'network' | 'timeout' | 'aborted' }
  /** Not sent: nobody is signed in, or somebody else is. */
  | { readonly kind: 'notSent' }
  /** 401, and what one refresh then brought. 'refreshed': not repeated. The request was surely not carried out. */
  | { readonly kind: 'unauthorized'; readonly refresh: 'refreshed' | 'refused' | 'unreachable' };

/** Tells if the API itself answered with one of these. A page instead of JSON comes from a proxy or portal. */
export function apiSays(answer: Answer, ...statuses: readonly number[]): boolean {
  return answer.kind === 'response' && statuses.includes(answer.status) && answer.body.kind === 'json';
}

/** Returns the JSON object of a 2xx answer; null for any other answer. */
export function jsonObject(answer: Answer): Readonly<Record<string, unknown>> | null {
  if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
  return answer.body.kind === 'json' ? asObject(answer.body.value) : null;
}

/** Returns `value` if it is a JSON object, else null. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** Reads a body. What looks like a page is a page, whatever its content type. */
export function readBody(text: string): Body {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'empty' };
  if (trimmed.startsWith('<')) return { kind: 'html' };
  try {
    return { kind: 'json', value: JSON.parse(trimmed) };
  } catch {
    return { kind: 'text' };
  }
}

export interface WireRecord {
  readonly id: ServerId;
  readonly wire: Wire;
}

/** Returns the record's version, if the server has versions (`if-match`). */
export function versionOf({ wire }: WireRecord): number | undefined {
  const version = wire['version'];
  return typeof version === 'number' && Number.isSafeInteger(version) ? version : undefined;
}

/** Reads a record; null if it is no object with a usable id. */
export function readRecord(value: unknown): WireRecord | null {
  const wire = asObject(value);
  const id = wire?.['id'];
  if (!wire) return null;
  if (typeof id === 'number' && Number.isFinite(id)) return { id, wire };
  return typeof id === 'string' && id !== '' ? { id, wire } : null;
}

/** Reads the record of a 2xx answer; null if there is none. */
export function recordIn(answer: Answer): WireRecord | null {
  return readRecord(jsonObject(answer));
}

/** In ms. `SLOW_TIMEOUT_MS` is for a replay after a timeout. */
export const TIMEOUT_MS = 10_000;
export const SLOW_TIMEOUT_MS = 30_000;

/**
 * Returns a time that a server gives, in ms since 1970; null if it gives none. Never compare such times as text: servers
 * send an offset and six digits of a second, or not.
 */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
