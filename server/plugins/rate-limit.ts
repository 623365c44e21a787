import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tokens } from '../auth/tokens.ts';
import { clientNetwork } from '../http/client-network.ts';
import { throttled } from '../http/problem.ts';
import { bearerOf } from './authentication.ts';
import { HEALTH_PATHS } from './health-paths.ts';

const MINUTE_MS = 60_000;
/** So many users and addresses are remembered at once; then the one that has been quiet longest is forgotten. */
const REMEMBERED = 10_000;

/** Counts what a request holds beyond itself. */
export type Weigh = (request: FastifyRequest, changes: number) => Promise<void>;

/**
 * Refuses with 429 whoever asks the API more often than `perMinute` times in a minute, before the database is asked
 * anything: a signed-in user, by whatever address and device, or else an address. 0 is no limit. Each process counts for
 * itself. A batch is let in as one request while anything is left, so that a large one gets in under a low limit; the
 * answer counts the rest of its changes, for the requests after it.
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

/** By the route, since an address can be written in many ways. Files of the app, and what is nowhere, cost little. */
function isCounted({ routeOptions: { url = '' } }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !HEALTH_PATHS.includes(url);
}

/** A token that is signed right names its user, even where the user has been signed out: then it is that user's fault. */
async function senderOf(request: FastifyRequest, tokens: Tokens): Promise<string> {
  try {
    return `user ${(await bearerOf(request, tokens)).userId}`;
  } catch {
    return `address ${clientNetwork(request.ip)}`;
  }
}
