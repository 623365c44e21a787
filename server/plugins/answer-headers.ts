import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodedPathIn } from '../http/target-path.ts';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** After one HTTPS visit, browsers use only HTTPS for a year. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

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
