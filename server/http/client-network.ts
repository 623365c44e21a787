import { normalizeIP } from '@fastify/rate-limit';

/**
 * What requests are counted under while nobody is signed in: the client's address, or its IPv6 network, because whoever
 * has one address there has all of them.
 * @param address undefined when the client has disconnected
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
