import { normalizeIP } from '@fastify/rate-limit';

/** Turns '::ffff:192.0.2.1' into '192.0.2.1'. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the key for counting requests from clients that are not signed in. An IPv6 address is replaced by its
 * network, because one client can use any address in it. `address` is undefined if the client has disconnected.
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
