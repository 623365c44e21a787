import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** PUBLIC_ORIGIN: under which everybody finds this server. */
    readonly publicOrigin: string | undefined;
  }
}

/** Lets links begin with this origin; without one they begin with what is sure. */
export function namePublicOrigin(app: FastifyInstance, origin: string | undefined): void {
  app.decorate('publicOrigin', origin);
}

/**
 * The origin under which whoever asks has found this server; undefined where that is not sure. What a client writes into
 * `Host` is repeated only where it names this machine: it could lead whoever gets the answer elsewhere. What a proxy says
 * is believed that is named in TRUST_PROXY: it knows for whom it passes requests on.
 */
export function publicOrigin(request: FastifyRequest): string | undefined {
  if (request.server.publicOrigin !== undefined) return request.server.publicOrigin;
  const text = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, origin, href } = new URL(text);
  if (href !== `${origin}/`) return undefined;
  return isFromProxy(request) || isThisMachine(hostname, request) ? origin : undefined;
}

/** Only where the sender is trusted does Fastify look for others behind it. */
function isFromProxy({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1;
}

function isThisMachine(hostname: string, { socket }: FastifyRequest): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost' || host === '::1') return true;
  if (isIP(host) === 0) return false;
  return host.startsWith('127.') || host === socket.localAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
}
