import { normalizeIP } from '@fastify/rate-limit';

/** Shortens an IPv4 address in IPv6 form. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * The key for counting signed-out requests. An IPv6 address becomes its network, because one client has all of
 * its addresses. Undefined: the client has disconnected.
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
