import { PROFILE_PATH } from '../api/auth-api.ts';
import { failedGet } from './failed-get.ts';
import { CONTACT, type SyncContext, type WorkResult } from './sync-context.ts';

/**
 * One cheap GET that tells whether a server is there, before anything is claimed: a server that is down
 * makes no unknowns.
 */
export async function reachServer(context: SyncContext): Promise<WorkResult> {
  const answer = await context.send({ method: 'GET', path: PROFILE_PATH, signal: context.signal });
  const answered = answer.kind === 'response' && answer.status < 500 && answer.body.kind === 'json';
  const failed = failedGet(context, answer);
  return answered && failed.pause !== 'throttled' ? CONTACT : failed;
}
