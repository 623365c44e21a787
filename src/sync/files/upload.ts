import { type ByteRange, type FileState, sendRange } from '../../api/files-api.ts';
import {
  bytesTable,
  changeFile,
  fileEpoch,
  fileTable,
  noteConfirmed,
  noteStored,
  unnamedAmong,
} from '../../db/file-store.ts';
import type { FileRow } from '../../db/tables.ts';
import type { Answer } from '../../domain/answer.ts';
import { hashOf } from '../../domain/sha256.ts';
import { ownRefusalWords } from '../../words/checks.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { classifyFileAnswer, isContact, leavesContactOpen } from './file-answer.ts';
import { refuseFile } from './file-outcomes.ts';
import type { RangeSize } from './range-size.ts';

export interface UploadEnd {
  readonly work: WorkResult;
  /**
   * `later`: this file alone rests. `unreached`: so it does, and there may be no connection. `wait`: it goes on at
   * once, or with the changes. `done`: stored, refused or no longer wanted. Otherwise all files rest.
   */
  readonly end: 'done' | 'later' | 'unreached' | 'wait' | 'serverProblem' | 'serverFull';
}

interface Upload {
  /** The parts of the file that the server has. */
  readonly state: FileState;
  readonly rangeSize: RangeSize;
  readonly progressed: () => void;
}

interface FileToSend {
  readonly file: FileRow;
  readonly bytes: ArrayBuffer;
  /** See `fileEpoch`. */
  readonly epoch: number;
}

/** The server finds another hash this often before a person is asked. */
const TRIES_MAX = 3;

/** Ranges in a row that brought nothing, before the file rests. */
const IN_VAIN_MAX = 3;

/**
 * Sends what the server lacks of one file, range by range. Sending twice does no harm: ranges are named by the file's
 * hash and their place. If the page dies, the next leader goes on with what the server has.
 */
export async function sendFile(
  context: SyncContext,
  sha256: string,
  { state, rangeSize, progressed }: Upload,
): Promise<UploadEnd> {
  const found = await fileToSend(context, sha256);
  if (found === null) return { work: NOTHING, end: 'done' };
  const { file, bytes, epoch } = found;
  let { stored, have } = state;
  for (let inVain = 0; !stored; ) {
    const gap = firstGap(have, file.size) ?? lastRange(file.size, rangeSize);
    if (inVain === IN_VAIN_MAX) return { work: CONTACT, end: 'later' };
    if (!(await isWanted(context, sha256))) return { work: NOTHING, end: 'done' };
    const answer = await sendNext(context, { file, bytes, gap, rangeSize });
    const verdict = classifyFileAnswer(answer);
    const contact = isContact(answer) ? CONTACT : NOTHING;
    switch (verdict.do) {
      case 'note':
        inVain = lengthOf(verdict.state.have) > lengthOf(have) || verdict.state.stored ? 0 : inVain + 1;
        if (inVain === 0) progressed();
        ({ stored, have } = verdict.state);
        if (!stored) await noteConfirmedIn(context, new Map([[sha256, have]]), epoch);
        break;
      case 'wait':
        return { work: failedGet(context, answer), end: 'wait' };
      case 'again':
        return { work: contact, end: 'later' };
      case 'lost':
        rangeSize.halve();
        return { work: NOTHING, end: leavesContactOpen(answer) ? 'unreached' : 'later' };
      case 'smaller':
        return { work: contact, end: rangeSize.halve() ? 'wait' : 'later' };
      case 'pause':
        return { work: contact, end: verdict.why };
      case 'restart':
        return { work: CONTACT, end: await countTry(context, file, answer) };
      case 'refuse':
        await refuseFile(context, sha256, refusalOf(answer));
        return { work: CONTACT, end: 'done' };
      default:
        return verdict satisfies never;
    }
  }
  await noteStoredIn(context, [sha256], epoch);
  return { work: CONTACT, end: 'done' };
}

/** Notes progress for a person who waits for a large file on a slow connection. A file of one range needs no note. */
export async function noteConfirmedIn(
  context: SyncContext,
  having: ReadonlyMap<string, readonly ByteRange[]>,
  epoch: number,
): Promise<void> {
  if (having.size === 0) return;
  assertOwner(context);
  const { relaxed } = context.db;
  const lengths = new Map([...having].map(([hash, have]) => [hash, lengthOf(have)]));
  const noting = relaxed.transaction('rw', relaxed.files, relaxed.meta, (tx) =>
    noteConfirmed(tx, lengths, epoch),
  );
  // A full device cannot note it. The upload goes on.
  await noting.catch(() => undefined);
}

/** Null if no row names the bytes any more, or they cannot be sent. */
async function fileToSend(context: SyncContext, sha256: string): Promise<FileToSend | null> {
  const { relaxed } = context.db;
  const tables = [relaxed.files, relaxed.fileBytes, relaxed.meta];
  const { file, kept, epoch } = await relaxed.transaction('r', tables, async (tx) => ({
    file: await fileTable(tx).get(sha256),
    kept: await bytesTable(tx).get(sha256),
    epoch: await fileEpoch(tx),
  }));
  if (file?.state !== 'here' && file?.state !== 'spare') return null;
  if (kept && (await hashOf(context, kept.bytes)) === sha256) return { file, bytes: kept.bytes, epoch };
  const body = { sha256: [ownRefusalWords.fileDamaged] };
  await refuseFile(context, sha256, { status: 0, body, isDamaged: true });
  return null;
}

/** A person may have undone the photo since. Then its bytes are not sent. */
async function isWanted(context: SyncContext, sha256: string): Promise<boolean> {
  assertOwner(context);
  const { relaxed } = context.db;
  return relaxed.transaction('rw', relaxed.attachments, relaxed.outbox, relaxed.files, async (tx) => {
    const named = (await unnamedAmong(tx, [sha256])).length === 0;
    const state = (await fileTable(tx).get(sha256))?.state;
    if (named && state === 'spare') await changeFile(tx, sha256, { state: 'here' });
    // The day in which an undo may still need them begins now.
    if (!named && state === 'here')
      await changeFile(tx, sha256, { state: 'spare', lastUsed: context.clock.now() });
    return named;
  });
}

interface NextRange {
  readonly file: FileRow;
  readonly bytes: ArrayBuffer;
  readonly gap: ByteRange;
  readonly rangeSize: RangeSize;
}

async function sendNext(
  context: SyncContext,
  { file: { sha256, size }, bytes, gap: [from, to], rangeSize }: NextRange,
): Promise<Answer> {
  const end = Math.min(to, from + rangeSize.bytes);
  const begun = context.clock.now();
  const mayRepeat = (): Promise<boolean> => isWanted(context, sha256);
  const range = { sha256, from, size, bytes: bytes.slice(from, end), mayRepeat };
  const answer = await sendRange(context.send, range, context.signal);
  if (answer.kind === 'response') rangeSize.took(end - from, context.clock.now() - begun);
  assertOwner(context);
  return answer;
}

function firstGap(have: readonly ByteRange[], size: number): ByteRange | null {
  let from = 0;
  for (const [begin, end] of have) {
    if (begin > from) return [from, begin];
    from = Math.max(from, end);
  }
  return from < size ? [from, size] : null;
}

/** A server that has all ranges but stopped before it joined them does so when one comes again. */
function lastRange(size: number, { bytes }: RangeSize): ByteRange {
  return [Math.max(0, size - bytes), size];
}

function lengthOf(have: readonly ByteRange[]): number {
  return have.reduce((sum, [from, to]) => sum + to - from, 0);
}

export async function noteStoredIn(
  context: SyncContext,
  hashes: readonly string[],
  epoch: number,
): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  const now = context.clock.now();
  const { files, attachments, outbox, meta } = relaxed;
  await relaxed.transaction('rw', files, attachments, outbox, meta, (tx) =>
    noteStored(tx, hashes, { epoch, now }),
  );
}

async function countTry(
  context: SyncContext,
  { sha256, tries }: FileRow,
  answer: Answer,
): Promise<'later' | 'done'> {
  if (tries + 1 >= TRIES_MAX) {
    await refuseFile(context, sha256, refusalOf(answer));
    return 'done';
  }
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.files, (tx) =>
    changeFile(tx, sha256, { tries: tries + 1, confirmed: 0 }),
  );
  return 'later';
}

function refusalOf(answer: Answer): { readonly status: number; readonly body: unknown } {
  if (answer.kind !== 'response') return { status: 0, body: null };
  return { status: answer.status, body: answer.body.kind === 'json' ? answer.body.value : null };
}
