import type { FastifyReply, FastifyRequest } from 'fastify';
import { decodedPathIn } from '../http/target-path.ts';

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Once seen over HTTPS, this host is asked over nothing else for a year. */
const HTTPS_ONLY = { 'strict-transport-security': 'max-age=31536000' };

/**
 * Sets the headers that every answer carries. Answers of the API are never kept: they are one user's, and they age.
 * @param connectOrigins origins that the app may talk to, beside this one
 */
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

/** Whether an address belongs to the API or is a probe, however it is written: the app's shell is never the answer there. */
export function isApiPath(url: string): boolean {
  return /^\/(api|health)(\/|$)/.test(decodedPathIn(url));
}

/**
 * What a page of the app may load and do: nothing that does not come from here, and no script within a page. Mantine sets
 * sizes and colors in style attributes, and one sheet at the start, which is why styles within a page are allowed.
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
