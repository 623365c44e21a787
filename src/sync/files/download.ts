import { requestBytes } from '../../api/files-api.ts';
import { changeFile, fileEpoch, fileTable, keepFetched, noteUnavailable } from '../../db/file-store.ts';
import { isQuotaError } from '../../db/storage-watch.ts';
import type { FileBytes } from '../../db/tables.ts';
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
import type { PartialFile } from './partial-file.ts';
import type { WantedFile } from './plan-files.ts';
import type { RangeSize } from './range-size.ts';

/**
 * `later`: this file alone rests. `unreached`: so it does, and there may be no connection. `failed`: it is not wanted any
 * more, and rests in case it is asked for again.
 */
export interface DownloadEnd {
  readonly work: WorkResult;
  readonly end: 'done' | 'failed' | 'later' | 'unreached';
}

interface Download {
  /** The bytes from earlier tries. */
  readonly partial: PartialFile;
  readonly rangeSize: RangeSize;
  readonly progressed: () => void;
}

/** Fetches a wanted file, in ranges if it is long. Stores it only if its hash is its name. */
export async function fetchFile(
  context: SyncContext,
  { sha256, size }: WantedFile,
  { partial, rangeSize, progressed }: Download,
): Promise<DownloadEnd> {
  const { relaxed } = context.db;
  const epoch = await relaxed.transaction('r', relaxed.meta, fileEpoch);
  for (;;) {
    const range = partial.nextRange(size, rangeSize.bytes);
    const begun = context.clock.now();
    const answer = await requestBytes(context.send, { sha256, range }, context.signal);
    const bytes = bytesIn(answer);
    if (!bytes || bytes.byteLength === 0) return failed(context, { sha256, answer, partial, rangeSize });
    rangeSize.took(bytes.byteLength, context.clock.now() - begun);
    const isPart = range !== null && isPartial(answer);
    if (!isPart) partial.clear();
    partial.add(bytes);
    if (!isPart || partial.length >= size) break;
    progressed();
  }
  const whole = partial.whole();
  if ((await hashOf(context, whole)) === sha256) return store(context, { sha256, bytes: whole }, epoch);
  partial.flip();
  return { work: CONTACT, end: (await mayTryAgain(context, sha256)) ? 'later' : 'failed' };
}

/** Downloads with another hash before the server's copy counts as damaged: some in ranges, some whole. */
const TRIES_MAX = 6;

async function mayTryAgain(context: SyncContext, sha256: string): Promise<boolean> {
  assertOwner(context);
  const { relaxed } = context.db;
  const at = context.clock.now();
  return relaxed.transaction('rw', relaxed.files, relaxed.fileBytes, async (tx) => {
    const file = await fileTable(tx).get(sha256);
    if (file?.state !== 'wanted') return false;
    const tries = file.tries + 1;
    if (tries < TRIES_MAX) await changeFile(tx, sha256, { tries });
    else await noteUnavailable(tx, sha256, { status: 200, body: null, at });
    return tries < TRIES_MAX;
  });
}

async function store(context: SyncContext, file: FileBytes, epoch: number): Promise<DownloadEnd> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  try {
    await relaxed.transaction('rw', relaxed.files, relaxed.fileBytes, relaxed.meta, (tx) =>
      keepFetched(tx, file, { epoch, now }),
    );
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    // A person can ask for it again. Changes need the room.
    context.log.info('a file was not kept, because the device is full');
    await relaxed.transaction('rw', relaxed.files, async (tx) => {
      const known = await fileTable(tx).get(file.sha256);
      // Damaged bytes stay wanted. Others may have been chosen again from the gallery meanwhile.
      if (known?.state === 'wanted' && !known.isDamaged) await changeFile(tx, file.sha256, { state: 'gone' });
    });
    return { work: CONTACT, end: 'failed' };
  }
  return { work: CONTACT, end: 'done' };
}

interface Failure extends Pick<Download, 'partial' | 'rangeSize'> {
  readonly sha256: string;
  readonly answer: Answer;
}

async function failed(
  context: SyncContext,
  { sha256, answer, partial, rangeSize }: Failure,
): Promise<DownloadEnd> {
  if (apiSays(answer, 404, 410)) {
    assertOwner(context);
    const { relaxed } = context.db;
    const refusal = { status: 404, body: null, at: context.clock.now() };
    await relaxed.transaction('rw', relaxed.files, relaxed.fileBytes, (tx) =>
      noteUnavailable(tx, sha256, refusal),
    );
    return { work: CONTACT, end: 'failed' };
  }
  const verdict = classifyFileAnswer(answer).do;
  if (verdict === 'lost') rangeSize.halve();
  // The size was wrong, or a server behind another origin does not let the header Range through.
  const isRangeRefused = answer.kind === 'response' && answer.status === OUT_OF_RANGE;
  if (isRangeRefused || (leavesContactOpen(answer) && partial.length === 0)) partial.flip();
  if (leavesContactOpen(answer)) return { work: NOTHING, end: 'unreached' };
  return { work: verdict === 'wait' ? failedGet(context, answer) : NOTHING, end: 'later' };
}

const OUT_OF_RANGE = 416;

function isPartial(answer: Answer): boolean {
  return answer.kind === 'response' && answer.status === 206;
}

function bytesIn(answer: Answer): ArrayBuffer | null {
  return answer.kind === 'response' && answer.body.kind === 'bytes' ? answer.body.value : null;
}
