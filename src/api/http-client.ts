import axios, { AxiosError, type AxiosInstance } from 'axios';
import { type Answer, readBody } from '../domain/answer.ts';
import { TIMEOUT_MS } from '../domain/time-outs.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the API base URL, query string included. */
  readonly path: string;
  readonly body?: unknown;
  /** Carried out only where the record is still in this state: for servers that announce `if-match` alone. */
  readonly ifMatch?: number;
  /** Takes and sends the cookies of the page's own origin; no others, and none without it. */
  readonly ownCookies?: true;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Asked before it is sent once more with a fresh token: false where nobody wants it any more. */
  readonly mayRepeat?: () => Promise<boolean>;
}

/** Sends one request and says what became of it. Never throws, never follows a redirect. */
export type Send = (request: HttpRequest, bearer: string | null) => Promise<Answer>;

/** A word of fetch that axios passes on; its types know yes and no alone. */
const OWN_COOKIES = { withCredentials: 'same-origin' as unknown as boolean };

interface Options {
  /** '' for the page's own origin, else an origin with or without a path: 'https://crm.example.com'. */
  readonly baseUrl: string;
  /** A stand-in for the browser's fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The one place where requests leave the app. */
export function createHttpClient(options: Options): Send {
  const client: AxiosInstance = axios.create({
    baseURL: options.baseUrl,
    adapter: 'fetch',
    timeout: TIMEOUT_MS,
    responseType: 'text',
    transformResponse: (text: unknown) => text,
    validateStatus: () => true,
    // 'manual', not 'error': an error could not be told from a dead network, a redirect answer can.
    fetchOptions: { redirect: 'manual', cache: 'no-store' },
    // axios puts this over `credentials` of the options above: the bearer token is all that is sent with most requests.
    withCredentials: false,
    // It would look for a cookie before each request, and the page stands still until the browser has answered.
    withXSRFToken: false,
    ...(options.fetch ? { env: { fetch: options.fetch } } : {}),
  });
  return async (request, bearer) => {
    try {
      const response = await client.request<unknown>({
        method: request.method,
        url: request.path,
        headers: {
          Accept: 'application/json',
          ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(request.ifMatch === undefined ? {} : { 'If-Match': `"${request.ifMatch}"` }),
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        },
        ...(request.body === undefined ? {} : { data: JSON.stringify(request.body) }),
        ...(request.timeoutMs === undefined ? {} : { timeout: request.timeoutMs }),
        ...(request.signal ? { signal: request.signal } : {}),
        ...(request.ownCookies ? OWN_COOKIES : {}),
      });
      const { status } = response;
      if (status === 0 || (status >= 300 && status < 400)) return { kind: 'redirect' };
      const text = typeof response.data === 'string' ? response.data : '';
      const date = Date.parse(String(response.headers['date']));
      const retryAfter: unknown = response.headers['retry-after'];
      return {
        kind: 'response',
        status,
        body: readBody(text),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        ...(Number.isNaN(date) ? {} : { date }),
      };
    } catch (error) {
      return { kind: 'noAnswer', cause: causeOf(error) };
    }
  };
}

function causeOf(error: unknown): 'network' | 'timeout' | 'aborted' {
  if (axios.isCancel(error)) return 'aborted';
  const code = error instanceof AxiosError ? error.code : undefined;
  return code === AxiosError.ETIMEDOUT || code === AxiosError.ECONNABORTED ? 'timeout' : 'network';
}
