import { PROFILE_PATH } from '../../api/auth-api.ts';
import { announcedIn, rulesAnnouncedIn } from '../../api/sync-api.ts';
import { noteCapabilities } from '../../db/known-server.ts';
import { jsonObject } from '../../domain/answer.ts';
import { failedGet } from '../failed-get.ts';
import { assertOwner, CONTACT, type SyncContext, type WorkResult } from '../sync-context.ts';

/**
 * One cheap GET that tells whether a server is there, before anything is claimed: a server that is down
 * makes no unknowns. What the server announces beyond the plain contract is noted with it.
 */
export async function reachServer(context: SyncContext): Promise<WorkResult> {
  const answer = await context.send({ method: 'GET', path: PROFILE_PATH, signal: context.signal });
  const profile = jsonObject(answer);
  if (profile) {
    assertOwner(context);
    const { relaxed } = context.db;
    await relaxed.transaction('rw', relaxed.meta, (tx) =>
      noteCapabilities(tx, announcedIn(profile), rulesAnnouncedIn(profile)),
    );
  }
  const answered = answer.kind === 'response' && answer.status < 500 && answer.body.kind === 'json';
  const failed = failedGet(context, answer);
  return answered && failed.pause !== 'throttled' ? CONTACT : failed;
}
