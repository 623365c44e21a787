/** The body of an HTTP answer, as far as it could be read. */
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
      /** As the server sent it: seconds or an HTTP date; null where absent or not readable cross-origin. */
      readonly retryAfter: string | null;
      /** The server's time in ms; absent where it did not tell, or it cannot be read cross-origin. */
      readonly date?: number;
    }
  /** A network that redirects elsewhere, as captive portals do. Redirects are never followed. */
  | { readonly kind: 'redirect' }
  /** Sent, as far as anybody knows, and no answer came. */
  | { readonly kind: 'noAnswer'; readonly cause: 'network' | 'timeout' | 'aborted' }
  /** Never left the device: nobody is signed in, or somebody else is. */
  | { readonly kind: 'notSent' }
  /** 401, and the one refresh did not help. The request was surely not carried out. */
  | { readonly kind: 'unauthorized'; readonly refresh: 'refused' | 'unreachable' };

/** Whether the API itself answered with one of these: a page in the place of JSON is a proxy's or a portal's. */
export function apiSays(answer: Answer, ...statuses: readonly number[]): boolean {
  return answer.kind === 'response' && statuses.includes(answer.status) && answer.body.kind === 'json';
}

/** The JSON object of a 2xx answer, or null when the answer is anything else. */
export function jsonObject(answer: Answer): Readonly<Record<string, unknown>> | null {
  if (answer.kind !== 'response' || answer.status < 200 || answer.status > 299) return null;
  return answer.body.kind === 'json' ? asObject(answer.body.value) : null;
}

/** `value` when it is a JSON object (no array, no null), else null. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** The body of a text answer. What looks like a page is a page, whatever its content type says. */
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
