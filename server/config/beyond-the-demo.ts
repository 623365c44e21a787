import type { Config } from './config.ts';

type Reach = Pick<Config, 'databaseUrl' | 'host' | 'tls' | 'trustProxy'>;

/** Returns why this is not a demo on one machine, as text for the administrator; undefined when it is. */
export function whyBeyondTheDemo({ databaseUrl, host, tls, trustProxy }: Reach): string | undefined {
  if (databaseUrl !== undefined) return 'DATABASE_URL is set';
  if (tls !== undefined) return 'TLS_CERT_FILE is set';
  if (trustProxy !== undefined) return 'TRUST_PROXY is set';
  return isLoopback(host) ? undefined : `other machines may reach HOST (${host})`;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
