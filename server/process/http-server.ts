import { readFile } from 'node:fs/promises';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { ConfigError } from '../config/config.ts';
import { errorCode } from '../config/error-code.ts';
import { clientNetwork } from '../http/client-network.ts';

/** In PEM, the certificate with its chain. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** Limits on clients that hold connections which others need. */
export type ConnectionLimits = Readonly<Record<keyof typeof LIMITS, number>>;

const LIMITS = {
  /** For the headers, in ms. */
  headersTimeout: 10_000,
  /** For a whole request, in ms. */
  requestTimeout: 30_000,
  /** In ms without a byte in or out, for clients that do not read their answer. */
  idleTimeout: 60_000,
  /** In ms. */
  connectionsCheckingInterval: 5_000,
  /**
   * In ms. Longer than the timeout of load balancers, which otherwise send requests into a connection that is being
   * closed.
   */
  keepAliveTimeout: 65_000,
  /** All headers, in bytes. */
  maxHeaderSize: 16_384,
  /** 0 means no limit. Each connection is an open file. */
  connections: 0,
  /** 0 means no limit. */
  connectionsPerAddress: 0,
};

export function httpServer(
  { tls, limits }: { readonly tls: Tls | undefined; readonly limits: Partial<ConnectionLimits> | undefined },
  listener: RequestListener,
): Server {
  const { connections, connectionsPerAddress, idleTimeout, ...options } = { ...LIMITS, ...limits };
  const server = tls
    ? https.createServer({ ...options, ...tls }, listener)
    : http.createServer(options, listener);
  if (connections > 0) server.maxConnections = connections;
  if (connectionsPerAddress > 0) limitPerAddress(server, connectionsPerAddress);
  server.timeout = idleTimeout;
  return server;
}

/** Responses by Node's error code. */
const NO_REQUEST: Readonly<Record<string, readonly [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
};

/**
 * Closes the connection, because it is unknown where the next request would begin. Returns undefined if the client has
 * disconnected.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Socket,
): number | undefined {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return undefined;
  }
  const [status, detail] = NO_REQUEST[error.code ?? ''] ?? [400, 'This is not an HTTP request.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
  return status;
}

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
    const reason = errorCode(error) ?? String(error);
    throw new ConfigError(`${variable} names a file that cannot be read (${file}: ${reason})`);
  }
  if (!text.includes(`${kind}-----`))
    throw new ConfigError(`${variable} names a file without a ${kind} in PEM (${file})`);
  return text;
}

/** Counts an IPv6 network as one address. */
function limitPerAddress(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
