import { normalizeIP } from '@fastify/rate-limit';

/**
 * What a client is counted under where nobody is signed in: its address, or its network of IPv6, since whoever has one
 * address there has all of them.
 * @param address nothing where the client has gone away meanwhile
 */
export function clientNetwork(address: string | undefined): string {
  return address === undefined ? 'gone' : normalizeIP(address);
}
