import { requestBytes } from '../../api/files-api.ts';
import { changeFile, keepFetched } from '../../db/file-store.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import { type Answer, apiSays } from '../../domain/answer.ts';
import { hashOf } from '../../domain/sha256.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { classifyFileAnswer, leavesContactOpen } from './file-answer.ts';

/** `later`: this file alone rests. `unreached`: so it does, and there may be no connection. */
export interface DownloadEnd {
  readonly work: WorkResult;
  readonly end: 'done' | 'later' | 'unreached';
}

/** Fetches a wanted file. Stores it only if its hash is its name. */
export async function fetchFile(context: SyncContext, sha256: string): Promise<DownloadEnd> {
  const answer = await requestBytes(context.send, sha256, context.signal);
  const bytes = bytesIn(answer);
  if (bytes && (await hashOf(context, bytes)) === sha256) {
    assertOwner(context);
    const { relaxed } = context.db;
    const now = context.clock.now();
    try {
      await relaxed.transaction('rw', relaxed.files, relaxed.fileBytes, (tx) =>
        keepFetched(tx, sha256, bytes, now),
      );
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      // A person can ask for it again. Changes need the room.
      context.log.info('a file was not kept, because the device is full');
      await relaxed.transaction('rw', relaxed.files, (tx) => changeFile(tx, sha256, { state: 'gone' }));
    }
    return { work: CONTACT, end: 'done' };
  }
  if (bytes) return { work: CONTACT, end: 'later' };
  if (leavesContactOpen(answer)) return { work: NOTHING, end: 'unreached' };
  if (!apiSays(answer, 404, 410)) {
    const isWait = classifyFileAnswer(answer).do === 'wait';
    return { work: isWait ? failedGet(context, answer) : NOTHING, end: 'later' };
  }
  assertOwner(context);
  const { relaxed } = context.db;
  const refusal = { status: 404, body: null, at: context.clock.now() };
  await relaxed.transaction('rw', relaxed.files, (tx) => changeFile(tx, sha256, { state: 'gone', refusal }));
  return { work: CONTACT, end: 'done' };
}

function bytesIn(answer: Answer): ArrayBuffer | null {
  return answer.kind === 'response' && answer.body.kind === 'bytes' ? answer.body.value : null;
}
