import type { SeenRequest } from './faulty-proxy.ts';

/** What an app may add for a server that allows what stock CORS settings do. */
const ALLOWED = ['authorization', 'content-type'];

/** What a browser adds itself, or lets a page change without asking the server. */
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

/** Headers that need more than stock CORS settings: those that were sent, and those that leave was asked for. */
export function customHeaders(seen: readonly SeenRequest[]): string[] {
  const sent = seen
    .flatMap(({ headers }) => Object.keys(headers))
    .filter((name) => !BROWSERS_OWN.includes(name) && !name.startsWith('sec-'));
  const names = [...sent, ...seen.flatMap(askedFor)];
  return [...new Set(names)].filter((name) => !ALLOWED.includes(name));
}

/** The headers that a preflight asks for leave to send; none in any other request. */
export function askedFor({ headers }: SeenRequest): string[] {
  return headers['access-control-request-headers']?.split(',').map((name) => name.trim()) ?? [];
}
