import { readFile } from 'node:fs/promises';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import { ConfigError } from './config.ts';

/** A certificate with the chain that leads to it, and its private key; both in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Who sends slower than this holds a connection that others need. */
const LIMITS = {
  /** For the head of a request, in ms. */
  headersTimeout: 10_000,
  /** For the whole of a request, in ms. */
  requestTimeout: 30_000,
  /** How often connections are looked at, in ms. */
  connectionsCheckingInterval: 5_000,
  /** Longer than a load balancer's, which else sends into a connection that is just being closed; in ms. */
  keepAliveTimeout: 65_000,
  /** Of all headers of a request, in bytes. */
  maxHeaderSize: 16_384,
} as const;

/** Speaks HTTP, or HTTPS where there is a certificate. */
export function httpServer(tls: Tls | undefined, listener: RequestListener): Server {
  return tls ? https.createServer({ ...LIMITS, ...tls }, listener) : http.createServer(LIMITS, listener);
}

/** Reads what TLS_CERT_FILE and TLS_KEY_FILE name. Throws a `ConfigError` where one cannot be read, or is no PEM. */
export async function readTls(files: { readonly cert: string; readonly key: string }): Promise<Tls> {
  const [cert, key] = await Promise.all([
    pemIn('TLS_CERT_FILE', files.cert, 'CERTIFICATE'),
    pemIn('TLS_KEY_FILE', files.key, 'PRIVATE KEY'),
  ]);
  try {
    https.createServer({ cert, key });
  } catch {
    throw new ConfigError('TLS_KEY_FILE does not hold the private key of the certificate in TLS_CERT_FILE');
  }
  return { cert, key };
}

async function pemIn(variable: string, file: string, kind: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError(`${variable} names a file that cannot be read (${file}: ${reason})`);
  }
  if (!text.includes(`${kind}-----`))
    throw new ConfigError(`${variable} names a file without a ${kind} in PEM (${file})`);
  return text;
}
