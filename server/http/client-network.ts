import { normalizeIP } from '@fastify/rate-limit';

/** Turns '::ffff:192.0.2.1' into '192.0.2.1'. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Returns the key for counting requests without a sign-in. An IPv6 address becomes its network, because one client
 * has all addresses of the network. `address` is undefined if the client has disconnected.
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
