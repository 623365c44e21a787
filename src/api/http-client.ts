// The entry of `api`: every request leaves the app here.

import axios, { AxiosError, type AxiosInstance } from 'axios';
import { type Answer, type Body, readBody, TIMEOUT_MS } from '../domain/answer.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Includes the query string. */
  readonly path: string;
  readonly body?: unknown;
  /** Sent as they are, in place of `body`. */
  readonly bytes?: ArrayBuffer;
  /** A file is wanted. Refusals are JSON all the same. */
  readonly wantsBytes?: true;
  /** The first byte that is wanted, and the one after the last. A server may send the whole file all the same. */
  readonly range?: readonly [from: number, to: number];
  /** Only for servers that announce `if-match`. */
  readonly ifMatch?: number;
  /** Sends and stores cookies of the page's own origin. */
  readonly ownCookies?: true;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Asked before a retry with a fresh token. */
  readonly mayRepeat?: () => Promise<boolean>;
}

/** Sends one request. Never throws, never follows a redirect. */
export type Send = (request: HttpRequest, bearer: string | null) => Promise<Answer>;

/** axios passes 'same-origin' on to fetch, although its types allow only a boolean. */
const OWN_COOKIES = { withCredentials: 'same-origin' as unknown as boolean };

interface Options {
  /** '' for the page's own origin. */
  readonly baseUrl: string;
  /** For tests. */
  readonly fetch?: typeof globalThis.fetch;
}

export function createHttpClient(options: Options): Send {
  const client: AxiosInstance = axios.create({
    baseURL: options.baseUrl,
    adapter: 'fetch',
    timeout: TIMEOUT_MS,
    responseType: 'text',
    transformResponse: (text: unknown) => text,
    validateStatus: () => true,
    // 'manual', not 'error': an error looks like a dead network, a redirect answer does not.
    fetchOptions: { redirect: 'manual', cache: 'no-store' },
    // axios overrides `credentials` with this.
    withCredentials: false,
    // axios would read a cookie before each request, which blocks the page.
    withXSRFToken: false,
    ...(options.fetch ? { env: { fetch: options.fetch } } : {}),
  });
  return async (request, bearer) => {
    try {
      const response = await client.request<unknown>({
        method: request.method,
        url: request.path,
        headers: {
          Accept: request.wantsBytes ? '*/*' : 'application/json',
          ...contentTypeOf(request),
          ...(request.range ? { Range: `bytes=${request.range[0]}-${request.range[1] - 1}` } : {}),
          ...(request.ifMatch === undefined ? {} : { 'If-Match': `"${request.ifMatch}"` }),
          ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
        },
        ...(request.wantsBytes ? { responseType: 'arraybuffer' } : {}),
        ...(request.bytes ? { data: request.bytes } : {}),
        ...(request.body === undefined ? {} : { data: JSON.stringify(request.body) }),
        ...(request.timeoutMs === undefined ? {} : { timeout: request.timeoutMs }),
        ...(request.signal ? { signal: request.signal } : {}),
        ...(request.ownCookies ? OWN_COOKIES : {}),
      });
      const { status } = response;
      if (status === 0 || (status >= 300 && status < 400)) return { kind: 'redirect' };
      const date = Date.parse(String(response.headers['date']));
      const retryAfter: unknown = response.headers['retry-after'];
      return {
        kind: 'response',
        status,
        body: bodyOf(status, response.data),
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        ...(Number.isNaN(date) ? {} : { date }),
      };
    } catch (error) {
      return { kind: 'noAnswer', cause: causeOf(error) };
    }
  };
}

function bodyOf(status: number, data: unknown): Body {
  if (!(data instanceof ArrayBuffer)) return readBody(typeof data === 'string' ? data : '');
  return status === 200 || status === 206
    ? { kind: 'bytes', value: data }
    : readBody(new TextDecoder().decode(data));
}

function contentTypeOf({ body, bytes }: HttpRequest): { 'Content-Type'?: string } {
  if (bytes) return { 'Content-Type': 'application/octet-stream' };
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}

function causeOf(error: unknown): 'network' | 'timeout' | 'aborted' {
  if (axios.isCancel(error)) return 'aborted';
  const code = error instanceof AxiosError ? error.code : undefined;
  return code === AxiosError.ETIMEDOUT || code === AxiosError.ECONNABORTED ? 'timeout' : 'network';
}
