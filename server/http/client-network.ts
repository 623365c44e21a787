import { normalizeIP } from '@fastify/rate-limit';

/**
 * The key for counting signed-out requests. An IPv6 address becomes its network, because one client has all of
 * its addresses. Undefined: the client has disconnected.
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
