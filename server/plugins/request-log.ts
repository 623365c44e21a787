import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { isApiPath } from './answer-headers.ts';
import { HEALTH_PATHS } from './health-paths.ts';

/** Settings of the log. What a person sent (headers, bodies, values of a statement) never gets into it. */
export function logOptions(level: string): NonNullable<FastifyServerOptions['logger']> {
  return {
    level,
    redact: ['*.authorization', '*.headers.authorization', '*.password', '*.access', '*.refresh'],
    serializers: {
      req: (request) => ({ method: request.method, path: pathOf(request.url) }),
      err: describeError,
    },
  };
}

/**
 * One line a request, when it is answered. Only method, path, status and time: bodies, headers and query
 * strings hold personal data and secrets.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // Probes come every few seconds.
    const isWorthALine = isApiPath(request.url) && !HEALTH_PATHS.includes(request.routeOptions.url ?? '');
    if (isWorthALine) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
  });
}

/** Without the further properties of an error: a driver puts the statement and its values there. */
function describeError(error: Error): { type: string; message: string; stack: string; code?: unknown } {
  const described = { type: error.name, message: error.message, stack: error.stack ?? '' };
  return 'code' in error ? { ...described, code: error.code } : described;
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
