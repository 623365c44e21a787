import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { plainAddress } from '../http/client-network.ts';
import { pathIn } from '../http/target-path.ts';
import { isApiPath } from './answer-headers.ts';
import { HEALTH_PATHS } from './health-paths.ts';

/** nginx's status for a client that disconnected before the response. */
const CLIENT_GONE = 499;

export interface LogStream {
  write(line: string): void;
}

/** Never logs headers, bodies, or values of SQL statements. */
export function logOptions(level: string, stream?: LogStream): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    ...(stream ? { stream } : {}),
    redact: ['*.authorization', '*.headers.authorization', '*.password', '*.access', '*.refresh'],
    serializers: {
      req: (request) => ({ method: request.method, path: pathIn(request.url) }),
      err: describeError,
    },
  };
}

/**
 * Logs one line per ended request, even if the client disconnected. Leaves out bodies, headers, query strings and
 * names, which contain personal data and secrets.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => logWhenOver(request, reply));
}

/** Called directly for a request that no hook sees. */
export function logWhenOver(request: FastifyRequest, reply: FastifyReply): void {
  noteAddress(request);
  // Not onResponse, which is not called for a disconnected client. A file response already has as many listeners
  // as Node allows without a warning.
  reply.raw.setMaxListeners(reply.raw.getMaxListeners() + 1);
  reply.raw.once('close', () => writeLine(request, reply));
}

function writeLine(request: FastifyRequest, reply: FastifyReply): void {
  const { headersSent, writableFinished } = reply.raw;
  const line = {
    method: request.method,
    route: request.routeOptions.url,
    path: pathIn(request.url),
    status: headersSent ? reply.statusCode : CLIENT_GONE,
    ms: Math.round(reply.elapsedTime),
    ...senderOf(request),
    ...(writableFinished ? {} : { aborted: true }),
  };
  if (isWorthALine(request, line.status)) request.log.info(line, 'request');
  else request.log.debug(line, 'request');
}

export function logNoRequest(
  log: FastifyBaseLogger,
  line: { readonly status: number; readonly address?: string | undefined },
): void {
  log.info({ ...line, address: plainAddress(line.address) }, 'no request');
}

/** Skips health checks, which come every few seconds, and the app's files, of which a first visit requests dozens. */
function isWorthALine(request: FastifyRequest, status: number): boolean {
  const route = request.routeOptions.url;
  if (HEALTH_PATHS.includes(route ?? '')) return false;
  if (route?.startsWith('/api/') || isApiPath(request.url)) return true;
  return status >= 400 || !['GET', 'HEAD'].includes(request.method);
}

/** Logs only these properties, because drivers store statements and values in others. */
function describeError(error: Error): { type: string; message: string; stack: string; code?: unknown } {
  const described = { type: error.name, message: error.message, stack: error.stack ?? '' };
  return 'code' in error ? { ...described, code: error.code } : described;
}

/** For the log only, not for authorization. */
interface Sender {
  readonly address: string | undefined;
  readonly user?: number;
  readonly company?: number;
}

const senders = new WeakMap<FastifyRequest, Sender>();

/** Call this while the connection is open, because the address is lost afterwards. */
function noteAddress(request: FastifyRequest): void {
  senders.set(request, { address: plainAddress(request.ip) });
}

/** Records the user, even of a refused request. */
export function noteUser(
  request: FastifyRequest,
  user: { readonly id: number; readonly companyId?: number },
): void {
  const company = user.companyId === undefined ? {} : { company: user.companyId };
  senders.set(request, { ...senderOf(request), user: user.id, ...company });
}

function senderOf(request: FastifyRequest): Sender {
  return senders.get(request) ?? { address: plainAddress(request.ip) };
}
