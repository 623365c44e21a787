import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tokens } from '../auth/tokens.ts';
import { clientNetwork } from '../http/client-network.ts';
import { throttled } from '../http/problem.ts';
import { bearerOf } from './authentication.ts';
import { HEALTH_PATHS } from './health-paths.ts';

const MINUTE_MS = 60_000;
/** Counts are kept for at most this many users and addresses. */
const REMEMBERED = 10_000;

/** Counts each change of a batch after the first. The request itself was counted as one. */
export type Weigh = (request: FastifyRequest, changes: number) => Promise<void>;

/**
 * Limits the requests of each user, or of each address without a valid token. Refuses the excess with 429, before any
 * database query. Each process counts for itself. A batch is accepted if one more request is allowed. Its other changes
 * are then counted, and may block the next requests.
 */
export async function limitRate(app: FastifyInstance, tokens: Tokens, perMinute: number): Promise<Weigh> {
  if (perMinute === 0) return async () => undefined;
  await app.register(rateLimit, { global: false, cache: REMEMBERED });
  const count = app.createRateLimit({
    max: perMinute,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => senderOf(request, tokens),
  });
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    const counted = await count(request);
    if (!counted.isAllowed && counted.isExceeded) throw throttled(counted.ttlInSeconds);
  });
  return async (request, changes) => {
    for (let counted = 1; counted < changes; counted += 1) await count(request);
  };
}

/** Decides by route, because a URL can be written in many ways. Files of the app and unknown URLs cost little. */
function isCounted({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !HEALTH_PATHS.includes(url);
}

/** A validly signed token identifies its user even after sign-out. */
async function senderOf(request: FastifyRequest, tokens: Tokens): Promise<string> {
  try {
    return `user ${(await bearerOf(request, tokens)).userId}`;
  } catch {
    return `address ${clientNetwork(request.ip)}`;
  }
}
