import type { SeenRequest } from './faulty-proxy.ts';

/** Headers that an app may add if the server has stock CORS settings. */
const ALLOWED = ['authorization', 'content-type'];

/** Headers that the browser adds, or that pages may set without a preflight. */
const BROWSERS_OWN = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'cache-control',
  'connection',
  'content-length',
  'host',
  'origin',
  'pragma',
  'referer',
  'user-agent',
];

/** Returns the headers, sent or asked for in a preflight, that stock CORS settings do not allow. */
export function customHeaders(seen: readonly SeenRequest[]): string[] {
  const sent = seen
    .flatMap(({ headers }) => Object.keys(headers))
    .filter((name) => !BROWSERS_OWN.includes(name) && !name.startsWith('sec-'));
  const names = [...sent, ...seen.flatMap(askedFor)];
  return [...new Set(names)].filter((name) => !ALLOWED.includes(name));
}

/** Returns the headers that a preflight asks to send. Other requests have none. */
export function askedFor({ headers }: SeenRequest): string[] {
  return headers['access-control-request-headers']?.split(',').map((name) => name.trim()) ?? [];
}
