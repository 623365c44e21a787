import { PROFILE_PATH } from '../api/auth-api.ts';
import { classifyGet } from './classify-failure.ts';
import { throttleDelay } from './retry-policy.ts';
import { CONTACT, NOTHING, type SyncContext, type WorkResult } from './sync-context.ts';

/**
 * One cheap GET that tells whether a server is there, before anything is claimed: a server that is down
 * makes no unknowns.
 */
export async function reachServer(context: SyncContext): Promise<WorkResult> {
  const answer = await context.send({ method: 'GET', path: PROFILE_PATH, signal: context.signal });
  if (answer.kind === 'response' && answer.status < 500 && answer.body.kind === 'json') {
    if (answer.status !== 429) return CONTACT;
    const throttleMs = throttleDelay(answer.retryAfter, context.clock.now(), context.random);
    return { ...NOTHING, pause: 'throttled', throttleMs };
  }
  const { pause, fault } = classifyGet(answer);
  return { ...NOTHING, fault: fault || pause === 'serverProblem', pause };
}
