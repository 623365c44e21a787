import type { ServerId, Wire } from './resource-spec.ts';

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Only in an answer to a request that wants bytes. */
  | { readonly kind: 'bytes'; readonly value: ArrayBuffer }
  | { readonly kind: 'html' }
  | { readonly kind: 'text' }
  | { readonly kind: 'empty' };

/** A closed set, so that no code classifies errors by their text. */
export type Answer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly body: Body;
      /** Seconds or an HTTP date. Null if not sent, or hidden by CORS. */
      readonly retryAfter: string | null;
      /** In ms. Absent if not sent, or hidden by CORS. */
      readonly date?: number;
    }
  /** Captive portals redirect. The app never follows. */
  | { readonly kind: 'redirect' }
  /** Probably sent, but no answer came. */
  | { readonly kind: 'noAnswer'; readonly cause: 'network' | 'timeout' | 'aborted' }
  /** Nobody is signed in, or another user is. */
  | { readonly kind: 'notSent' }
  /** A 401 and the outcome of one token refresh. The server did nothing, and the app did not repeat the request. */
  | { readonly kind: 'unauthorized'; readonly refresh: 'refreshed' | 'refused' | 'unreachable' };

/** A portal redirects, answers HTML instead of JSON, or answers 511 (RFC 6585), which the API itself never sends. */
export function isPortal(answer: Answer): boolean {
  if (answer.kind !== 'response') return answer.kind === 'redirect';
  return answer.status === 511 || (answer.status < 400 && answer.body.kind === 'html');
}

/** Accepts only the API's own answers. HTML instead of JSON comes from a proxy or portal. */
export function apiSays(answer: Answer, ...statuses: readonly number[]): boolean {
  return answer.kind === 'response' && statuses.includes(answer.status) && answer.body.kind === 'json';
}

export function jsonObject(answer: Answer): Readonly<Record<string, unknown>> | null {
  if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
  return answer.body.kind === 'json' ? asObject(answer.body.value) : null;
}

export function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** Treats text that begins with '<' as HTML, whatever its content type. */
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

/** Returns undefined if the server has no versions (`if-match`). */
export function versionOf({ wire }: WireRecord): number | undefined {
  const version = wire['version'];
  return typeof version === 'number' && Number.isSafeInteger(version) ? version : undefined;
}

export function readRecord(value: unknown): WireRecord | null {
  const wire = asObject(value);
  const id = wire?.['id'];
  if (!wire) return null;
  if (typeof id === 'number' && Number.isFinite(id)) return { id, wire };
  return typeof id === 'string' && id !== '' ? { id, wire } : null;
}

export function recordIn(answer: Answer): WireRecord | null {
  return readRecord(jsonObject(answer));
}

/** In ms. `SLOW_TIMEOUT_MS` is for repeating a request that timed out. */
export const TIMEOUT_MS = 10_000;
export const SLOW_TIMEOUT_MS = 30_000;

/** Returns ms since 1970. Never compare such times as text: offsets and fractions of a second vary. */
export function timeIn(wire: Wire, field: string): number | null {
  const text = wire[field];
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Several may apply at once. */
export const PAUSE_REASONS = [
  'offline',
  'unreachable',
  'signedOut',
  'captivePortal',
  'serverProblem',
  'throttled',
  'storageFull',
  'appFault',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** After these answers, the request may have been carried out. */
export const AMBIGUOUS_STATUS = [408, 502, 503, 504];

type ReadResult =
  | { readonly found: 'record'; readonly record: WireRecord }
  | { readonly found: 'gone' }
  /** Says nothing about the record; classify the answer like any failed request. */
  | { readonly found: 'nothing' };

export function classifyRecordRead(answer: Answer): ReadResult {
  if (answer.kind !== 'response') return { found: 'nothing' };
  if (apiSays(answer, 404, 410)) return { found: 'gone' };
  const record =
    answer.status === 200 && answer.body.kind === 'json' ? readRecord(asObject(answer.body.value)) : null;
  return record ? { found: 'record', record } : { found: 'nothing' };
}

interface GetVerdict {
  readonly pause: PauseReason | null;
  /** The network failed, or a proxy or portal answered instead of the server. */
  readonly fault: boolean;
}

const FAULT: GetVerdict = { pause: null, fault: true };
const PORTAL: GetVerdict = { pause: 'captivePortal', fault: true };
const SIGNED_OUT: GetVerdict = { pause: 'signedOut', fault: false };
const REFRESH_VERDICT = { refreshed: { pause: null, fault: false }, refused: SIGNED_OUT, unreachable: FAULT };

/** A GET changes nothing, so it may simply be repeated. */
export function classifyGet(answer: Answer): GetVerdict {
  switch (answer.kind) {
    case 'notSent':
      return SIGNED_OUT;
    case 'unauthorized':
      return REFRESH_VERDICT[answer.refresh];
    case 'redirect':
      return PORTAL;
    case 'noAnswer':
      return FAULT;
    case 'response':
      return classifyRead(answer);
  }
}

/** A request that the app aborted is not a fault. */
export function isNetworkFault(answer: Answer): boolean {
  const isGivenUp = answer.kind === 'noAnswer' && answer.cause === 'aborted';
  return !isGivenUp && classifyGet(answer).fault;
}

export function isThrottled(status: number): boolean {
  return status === 425 || status === 429;
}

function classifyRead(answer: Extract<Answer, { kind: 'response' }>): GetVerdict {
  if (isPortal(answer)) return PORTAL;
  const { status } = answer;
  if (status < 200 || (status > 299 && status < 400) || AMBIGUOUS_STATUS.includes(status)) return FAULT;
  if (status === 401) return SIGNED_OUT;
  if (isThrottled(status)) return { pause: 'throttled', fault: false };
  return { pause: recordIn(answer) ? null : 'serverProblem', fault: false };
}
