import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodedPathIn } from '../http/target-path.ts';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
};

/** After one HTTPS visit, browsers use only HTTPS for a year. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/** A file is what a user uploaded. It never changes, because its address is its hash. */
const FILE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, max-age=31536000, immutable',
};
const HAS_FILE = [200, 206, 304];

/** Browsers must not store API responses, because they belong to one user and become outdated. */
export function answerHeaders(
  connectOrigins: readonly string[],
): (request: FastifyRequest, reply: FastifyReply) => void {
  const policy = contentSecurityPolicy(connectOrigins);
  return (request, reply) => {
    reply.headers({ ...EVERYWHERE, 'content-security-policy': policy, 'x-request-id': request.id });
    if (request.protocol === 'https') reply.headers(HTTPS_ONLY);
    if (isApiPath(request.url) || !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    if (request.routeOptions.config?.files && HAS_FILE.includes(reply.statusCode)) reply.headers(FILE);
  };
}

/** The app shell must never be served at an API or health path, however the path is percent-encoded. */
export function isApiPath(url: string): boolean {
  return /^\/(api|health)(\/|$)/.test(decodedPathIn(url));
}

/**
 * Inline styles are allowed: Mantine sets sizes and colors in style attributes, and adds a style sheet at startup.
 */
function contentSecurityPolicy(connectOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
