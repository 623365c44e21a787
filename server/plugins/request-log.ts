import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify';
import { pathIn } from '../http/target-path.ts';
import { isApiPath } from './answer-headers.ts';
import { HEALTH_PATHS } from './health-paths.ts';
import { noteAddress, plainAddress, senderOf } from './request-senders.ts';

/** The status of a request whose client did not wait for the answer, as nginx writes it. */
const CLIENT_GONE = 499;

/** Takes the lines of the log, each with its end. */
export interface LogStream {
  write(line: string): void;
}

/**
 * Settings of the log. What a person sent (headers, bodies, values of a statement) never gets into it.
 * @param stream instead of the standard output
 */
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
 * One line a request, when it is over, also one whose client went away. Method, route, path, status, time, and who sent it
 * by numbers: bodies, headers, query strings and names hold personal data and secrets.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => logWhenOver(request, reply));
}

/** Writes the line of one request when it is over: for those that no hook sees. */
export function logWhenOver(request: FastifyRequest, reply: FastifyReply): void {
  noteAddress(request);
  // Not onResponse: it is not called where nobody waits for the answer any more. An answer that is a file has as many
  // listeners without this one as Node takes without a warning.
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

/** Writes a line for what was no request at all. */
export function logNoRequest(
  log: FastifyBaseLogger,
  line: { readonly status: number; readonly address?: string | undefined },
): void {
  log.info({ ...line, address: plainAddress(line.address) }, 'no request');
}

/** All but probes, which come every few seconds, and the files and screens of the app, of which a first visit asks for dozens. */
function isWorthALine(request: FastifyRequest, status: number): boolean {
  const route = request.routeOptions.url;
  if (HEALTH_PATHS.includes(route ?? '')) return false;
  if (route?.startsWith('/api/') || isApiPath(request.url)) return true;
  return status >= 400 || !['GET', 'HEAD'].includes(request.method);
}

/** Without the further properties of an error: a driver puts the statement and its values there. */
function describeError(error: Error): { type: string; message: string; stack: string; code?: unknown } {
  const described = { type: error.name, message: error.message, stack: error.stack ?? '' };
  return 'code' in error ? { ...described, code: error.code } : described;
}
