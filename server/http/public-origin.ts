import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainAddress } from './client-network.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly publicOrigin: string | undefined;
  }
}

export function namePublicOrigin(app: FastifyInstance, origin: string | undefined): void {
  app.decorate('publicOrigin', origin);
}

/**
 * Returns the origin for links. A client's `Host` is used only if it names this machine, because links with a forged
 * `Host` could lead elsewhere. Proxies in TRUST_PROXY are trusted.
 */
export function publicOrigin(request: FastifyRequest): string | undefined {
  if (request.server.publicOrigin !== undefined) return request.server.publicOrigin;
  const text = `${request.protocol === 'https' ? 'https' : 'http'}://${request.host}`;
  if (!URL.canParse(text)) return undefined;
  const { hostname, origin, href } = new URL(text);
  if (href !== `${origin}/`) return undefined;
  return isFromProxy(request) || isThisMachine(hostname, request) ? origin : undefined;
}

/** Fastify reads forwarded addresses only if the sender is trusted. */
function isFromProxy({ ips = [] }: FastifyRequest): boolean {
  return ips.length > 1;
}

function isThisMachine(hostname: string, { socket }: FastifyRequest): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost' || host === '::1') return true;
  if (isIP(host) === 0) return false;
  return host.startsWith('127.') || host === plainAddress(socket.localAddress);
}
