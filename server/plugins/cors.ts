import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The app does not send all of these. Other clients do. */
const REQUEST_HEADERS = ['Accept', 'Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key', 'Range'];

const ANSWER_HEADERS = ['Content-Range', 'Date', 'ETag', 'Retry-After', 'X-Request-Id'];

/** Chromium's maximum. */
const PREFLIGHT_SECONDS = 7_200;

/** Register before the routes, so that preflights are answered before authentication. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const options: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  };
  await app.register(cors, {
    // The URL's own route answers any other OPTIONS request with its methods.
    delegator: (request, callback) =>
      callback(null, { ...options, preflight: isPreflight(request, origins) }),
  });
}

function isPreflight({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, 'access-control-request-method': method } = headers;
  return origin !== undefined && origins.includes(origin) && method !== undefined;
}
