import type { HttpRequest } from '../../../src/api/http-client.ts';

/** A fault of one request. */
export type NetFault =
  /** The request never reaches the server. */
  | { readonly kind: 'dropBefore' }
  /** The server carries the request out; the answer is lost. */
  | { readonly kind: 'dropAfter' }
  /** The answer comes `ms` later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /**
   * The server carries the request out `ms` later, and no answer comes. If `drops`, the client immediately sees the
   * connection fail.
   */
  | { readonly kind: 'lateCommit'; readonly ms: number; readonly drops: boolean }
  /**
   * The server carries the request out twice, `ms` apart. The client gets the first answer, or the second if `tells`
   * says so.
   */
  | { readonly kind: 'duplicate'; readonly ms: number; readonly tells?: 'second' }
  /** Half of the answer's body is missing. */
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
/** The last two have faults only in programs with photos. `change`: a change of records, alone or in a batch. */
export type RequestClass = (typeof REQUEST_CLASSES)[number] | 'PUT' | 'change';

export function isOf(wanted: RequestClass, request: HttpRequest): boolean {
  const own = classOf(request);
  if (wanted === 'change')
    return ['POST', 'PATCH', 'DELETE'].includes(own) && !request.path.includes('/files/');
  return wanted === 'any' || wanted === own;
}

function classOf({ method, path }: HttpRequest): RequestClass {
  if (path.includes('/auth/')) return 'auth';
  if (method !== 'GET') return method;
  return /^[^?]*\/[\w-]+\/[\w-]+\/[^/?]+\/$/.test(path.replace('/api/v1', '')) ? 'record' : 'list';
}
