import { isIP } from 'node:net';

/**
 * The proxies trusted to report the client's address, host and protocol: a number of hops from this server, or
 * addresses. If undefined, X-Forwarded-… headers are ignored.
 */
export type TrustProxy = { readonly hops: number } | { readonly addresses: readonly string[] } | undefined;

const NAMED = ['loopback', 'linklocal', 'uniquelocal'];
const MOST_HOPS = 10;

export function readTrustProxy(text: string): Exclude<TrustProxy, undefined> | { readonly fault: string } {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MOST_HOPS
      ? { hops }
      : { fault: `must be a number of proxies from 1 to ${MOST_HOPS}, or their addresses` };
  }
  const addresses = text.split(/[\s,]+/).filter((part) => part !== '');
  return addresses.length > 0 && addresses.every(isRange)
    ? { addresses }
    : {
        fault: `must be a number of proxies, or addresses such as 10.0.0.5, 10.0.0.0/8 or ${NAMED.join(', ')}`,
      };
}

/** Fastify no longer accepts a plain number of hops. */
export function fastifyTrust(
  trust: TrustProxy,
): string[] | false | ((address: string, hop: number) => boolean) {
  if (!trust) return false;
  return 'addresses' in trust ? [...trust.addresses] : (_address, hop) => hop < trust.hops;
}

function isRange(text: string): boolean {
  if (NAMED.includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined ||
    (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
