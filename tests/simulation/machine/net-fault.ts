import type { HttpRequest } from '../../../src/api/http-client.ts';

/** What goes wrong with one request. */
export type NetFault =
  /** The server never sees it. */
  | { readonly kind: 'dropBefore' }
  /** Carried out; the answer is lost. */
  | { readonly kind: 'dropAfter' }
  /** Carried out; the answer comes `ms` later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** Carried out `ms` later; no answer ever comes, and `drops` tells whether the client learns that at once. */
  | { readonly kind: 'lateCommit'; readonly ms: number; readonly drops: boolean }
  /** Carried out twice, `ms` apart; the second answer is the one that arrives where it is named. */
  | { readonly kind: 'duplicate'; readonly ms: number; readonly tells?: 'second' }
  /** Carried out; half of the answer's body is missing. */
  | { readonly kind: 'truncate' }
  | { readonly kind: 'html'; readonly status: number; readonly carriedOut: boolean }
  | { readonly kind: 'redirect' }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly carriedOut: boolean;
      readonly retryAfter: string | null;
      readonly body?: unknown;
    };

export const REQUEST_CLASSES = ['POST', 'PATCH', 'DELETE', 'list', 'record', 'auth', 'any'] as const;
export type RequestClass = (typeof REQUEST_CLASSES)[number];

export function classOf({ method, path }: HttpRequest): RequestClass {
  if (path.includes('/auth/')) return 'auth';
  if (method !== 'GET') return method;
  return /^[^?]*\/[\w-]+\/[\w-]+\/[^/?]+\/$/.test(path.replace('/api/v1', '')) ? 'record' : 'list';
}
