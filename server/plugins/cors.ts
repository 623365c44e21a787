import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What the app sends, and what a client that keeps keys of its own may send. */
const REQUEST_HEADERS = ['Accept', 'Authorization', 'Content-Type', 'If-Match', 'Idempotency-Key'];

/** What a page of another origin may read beside the body. */
const ANSWER_HEADERS = ['Date', 'ETag', 'Retry-After', 'X-Request-Id'];

/** For so long a browser need not ask again, in seconds. Chromium keeps it for no longer. */
const PREFLIGHT_SECONDS = 7_200;

/**
 * Lets pages of these origins call the API with their tokens; without one nothing is registered, and browsers keep other
 * origins out. Before the routes, so that a preflight is answered before anybody asks for a token.
 */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  const options: FastifyCorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: REQUEST_HEADERS,
    exposedHeaders: ANSWER_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    strictPreflight: false,
  };
  await app.register(cors, {
    // Any other OPTIONS is answered by the address itself, which says what it allows.
    delegator: (request, callback) =>
      callback(null, { ...options, preflight: isPreflight(request, origins) }),
  });
}

function isPreflight({ headers }: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, 'access-control-request-method': method } = headers;
  return origin !== undefined && origins.includes(origin) && method !== undefined;
}
