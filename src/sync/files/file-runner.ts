import { ASKED_AT_ONCE, askForFiles, type FileState, fileStatesIn } from '../../api/files-api.ts';
import { fileEpoch } from '../../db/file-store.ts';
import { type MetaRows, type RowOf, readRow, writeMeta } from '../../db/meta-rows.ts';
import { isWaitOver } from '../../domain/waits.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  NOTHING,
  type SyncContext,
  type WorkResult,
} from '../sync-context.ts';
import { fetchFile } from './download.ts';
import { dropSpareFiles } from './evict.ts';
import { classifyFileAnswer, isContact, leavesContactOpen } from './file-answer.ts';
import { FileRests } from './file-rests.ts';
import { PartialFile } from './partial-file.ts';
import { type FilesPause, planFiles, type ServerPause, type WantedFile } from './plan-files.ts';
import { RangeSize } from './range-size.ts';
import { noteConfirmedIn, noteStoredIn, sendFile, type UploadEnd } from './upload.ts';
import { NONE_WAITING, readWaitingFiles } from './waiting-files.ts';

const MINUTE = 60_000;
const CHORE_REST_MS = MINUTE;
const TIDY_MS = 60 * MINUTE;
/** How long a press of Send lasts if some files fail each time, in ms. */
const PRESS_MS = 6 * 60 * MINUTE;
/** How long all files rest, in ms. */
const REST_MS = { serverProblem: 5 * MINUTE, serverFull: 15 * MINUTE } as const;

interface Ports {
  /** Null if the browser does not say. */
  readonly isOnWifi: () => boolean | null;
  readonly isOver: () => boolean;
  /** There may be no connection. */
  readonly lost: () => void;
  readonly spawn: (work: Promise<WorkResult>) => void;
}

/** Sends bytes beside the changes. Keeps nothing that is not also in the database or on the server. */
export class FileRunner {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #rangeSize = new RangeSize();
  readonly #busy = new Set<string>();
  /** What the server said last, until it is used. */
  readonly #known = new Map<string, FileState>();
  readonly #rests: FileRests;
  /** Files that the server does not give out, or that found no room. They rest even if nobody wants them meanwhile. */
  readonly #failed: FileRests;
  #waiting = NONE_WAITING;
  #fetching: string | null = null;
  readonly #fetchSize = new RangeSize();
  /** Only of one file, because memory is short. */
  #partial: PartialFile | null = null;
  /** Device time in ms. */
  #tidyAt = 0;
  #isAtChore = false;
  /** Device time in ms. */
  #nextChoreAt = 0;
  #paused: ServerPause | null = null;
  /** Null before the first step of this term. */
  #pressedAt: number | null = null;
  #isAsking = false;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
    this.#rests = new FileRests(context.random);
    this.#failed = new FileRests(context.random);
  }

  /** Requests under way. */
  get requests(): number {
    return this.#busy.size + (this.#isAsking ? 1 : 0) + (this.#fetching === null ? 0 : 1);
  }

  /** Returns the ids of changes that wait for their bytes. */
  async held(tables: Parameters<typeof readWaitingFiles>[1]): Promise<readonly string[]> {
    this.#waiting = await readWaitingFiles(this.#context.db.relaxed, tables);
    return this.#waiting.held;
  }

  /** @param byPerson otherwise the device has another connection, which gives a full server no space */
  resetBackoff(byPerson: boolean): void {
    this.#rests.endAll();
    this.#failed.endAll();
    if (byPerson || this.#paused?.why === 'serverProblem') this.#paused = null;
  }

  /** Returns the device time in ms of the next check; null waits until something changes. */
  run(meta: MetaRows, { isChangeDue }: { readonly isChangeDue: boolean }): number | null {
    if (this.#ports.isOver()) return null;
    const { hashes, hasSpare, network } = this.#waiting;
    this.#forgetSettled();
    this.#notePress(meta);
    if (hasSpare) this.#tidy();
    const isFetching = this.#fetching !== null;
    const plan = planFiles(
      this.#waiting,
      {
        now: this.#context.clock.now(),
        isChangeDue,
        busy: this.#busy,
        isAsking: this.#isAsking,
        isFetching,
        known: new Set(this.#known.keys()),
        notBefore: new Map([...this.#rests.notBefore, ...this.#failed.notBefore]),
        paused: this.#paused,
        network,
        isOnWifi: this.#ports.isOnWifi(),
        isPressed: meta.get('request:files') !== undefined,
      },
      ASKED_AT_ONCE,
    );
    if (plan.ask.length > 0) this.#ports.spawn(this.#ask(plan.ask));
    for (const hash of plan.send) this.#ports.spawn(this.#send(hash));
    if (plan.fetch !== null) this.#ports.spawn(this.#fetch(plan.fetch));
    // A file that rests after a failure still waits.
    const isIdle = plan.fetch === null && plan.dueAt === null && !isFetching && !isChangeDue;
    const isDone = hashes.length === 0 && isIdle;
    const pressed = meta.get('request:files');
    // What fails for hours must not send the photos of the next day over any network.
    const isOld = pressed && isWaitOver(pressed.at + PRESS_MS, this.#context.clock.now(), PRESS_MS);
    if (pressed && (isDone || (isOld && this.requests === 0)))
      this.#chore(() => endRequest(this.#context, pressed.at));
    const known = meta.get('filesPause');
    const isPublished = known?.why === plan.pause?.why && known?.until === plan.pause?.until;
    if (!isPublished) this.#chore(() => writePause(this.#context, plan.pause));
    return plan.dueAt;
  }

  /** Takes over the last leader's pause. A press of Send ends every pause and rest. */
  #notePress(meta: MetaRows): void {
    const pressedAt = meta.get('request:files')?.at ?? 0;
    const last = this.#pressedAt;
    this.#pressedAt = pressedAt;
    if (last === null) this.#paused = serverPauseIn(meta.get('filesPause'));
    else if (pressedAt !== 0 && pressedAt !== last) this.resetBackoff(true);
  }

  /** After an error, none begins for a while, because the end of each wakes the loop. */
  #chore(work: () => Promise<unknown>): void {
    const { clock } = this.#context;
    if (this.#isAtChore || !isWaitOver(this.#nextChoreAt, clock.now())) return;
    this.#isAtChore = true;
    const done = work()
      .then(() => NOTHING)
      .catch((error: unknown) => {
        this.#nextChoreAt = clock.now() + CHORE_REST_MS;
        throw error;
      })
      .finally(() => {
        this.#isAtChore = false;
      });
    this.#ports.spawn(done);
  }

  #forgetSettled(): void {
    const { hashes, wanted } = this.#waiting;
    const waiting = new Set([...hashes, ...wanted.map(({ sha256 }) => sha256)]);
    this.#rests.keepOnly(waiting);
    // The device has the bytes of these.
    for (const hash of hashes) this.#failed.end(hash);
    for (const hash of this.#known.keys()) if (!waiting.has(hash)) this.#known.delete(hash);
  }

  /** Only if needed: the end of a task starts another step of the loop. */
  #tidy(): void {
    const now = this.#context.clock.now();
    if (this.#isAtChore || !isWaitOver(this.#tidyAt, now, TIDY_MS)) return;
    this.#tidyAt = now + TIDY_MS;
    this.#chore(() => dropSpareFiles(this.#context));
  }

  async #fetch(file: WantedFile): Promise<WorkResult> {
    const hash = file.sha256;
    this.#fetching = hash;
    const known = this.#partial?.sha256 === hash ? this.#partial : null;
    const partial = known ?? new PartialFile(hash);
    this.#partial = partial;
    try {
      const progressed = (): void => this.#rests.end(hash);
      const download = { partial, rangeSize: this.#fetchSize, progressed };
      const { work, end } = await fetchFile(this.#context, file, download);
      if (end === 'done' || end === 'failed') this.#partial = null;
      if (end === 'done') this.#failed.end(hash);
      if (end === 'done') this.#rests.end(hash);
      else if (end === 'failed') this.#failed.rest(hash, this.#context.clock.now());
      else this.#rest(hash);
      if (end === 'unreached') this.#ports.lost();
      return work;
    } catch (error) {
      this.#rest(hash);
      throw error;
    } finally {
      this.#fetching = null;
    }
  }

  async #ask(hashes: readonly string[]): Promise<WorkResult> {
    this.#isAsking = true;
    try {
      const epoch = await this.#epoch();
      const answer = await askForFiles(this.#context.send, hashes, this.#context.signal);
      const states = fileStatesIn(answer, hashes);
      if (!states) return this.#failedToAsk(hashes, answer);
      const stored = hashes.filter((hash) => states.get(hash)?.stored);
      const parts = [...states].filter(([, { stored }]) => !stored);
      for (const [hash, state] of parts) this.#known.set(hash, state);
      for (const hash of hashes) if (states.get(hash)?.stored !== false) this.#rest(hash);
      await noteConfirmedIn(this.#context, new Map(parts.map(([hash, { have }]) => [hash, have])), epoch);
      if (stored.length > 0) await noteStoredIn(this.#context, stored, epoch);
      return CONTACT;
    } catch (error) {
      for (const hash of hashes) this.#rest(hash);
      throw error;
    } finally {
      this.#isAsking = false;
    }
  }

  #failedToAsk(hashes: readonly string[], answer: Parameters<typeof classifyFileAnswer>[0]): WorkResult {
    const verdict = classifyFileAnswer(answer);
    if (verdict.do === 'wait') return failedGet(this.#context, answer);
    if (verdict.do === 'pause') this.#pause(verdict.why);
    else for (const hash of hashes) this.#rest(hash);
    if (leavesContactOpen(answer)) this.#ports.lost();
    return isContact(answer) ? CONTACT : NOTHING;
  }

  async #send(hash: string): Promise<WorkResult> {
    const state = this.#known.get(hash);
    this.#known.delete(hash);
    if (!state) return NOTHING;
    this.#busy.add(hash);
    try {
      const progressed = (): void => this.#rests.end(hash);
      const upload = { state, rangeSize: this.#rangeSize, progressed };
      const { work, end } = await sendFile(this.#context, hash, upload);
      this.#end(hash, end);
      return work;
    } catch (error) {
      this.#rest(hash);
      throw error;
    } finally {
      this.#busy.delete(hash);
    }
  }

  #end(hash: string, end: UploadEnd['end']): void {
    switch (end) {
      case 'wait':
        return;
      // Whatever has become of the file, it is not asked about again at once.
      case 'done':
      case 'later':
        return this.#rest(hash);
      case 'unreached':
        this.#rest(hash);
        return this.#ports.lost();
      default:
        return this.#pause(end);
    }
  }

  #rest(hash: string): void {
    this.#rests.rest(hash, this.#context.clock.now());
  }

  #pause(why: ServerPause['why']): void {
    this.#paused = { why, until: this.#context.clock.now() + REST_MS[why] };
  }

  #epoch(): Promise<number> {
    const { relaxed } = this.#context.db;
    return relaxed.transaction('r', relaxed.meta, fileEpoch);
  }
}

function serverPauseIn(row: RowOf<'filesPause'> | undefined): ServerPause | null {
  if (row === undefined || row.until === null) return null;
  return row.why === 'serverFull' || row.why === 'serverProblem' ? { why: row.why, until: row.until } : null;
}

/** Leaves a press that came since. */
async function endRequest({ db: { relaxed } }: SyncContext, at: number): Promise<void> {
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    if ((await readRow(tx, 'request:files'))?.at === at) await relaxed.meta.delete('request:files');
  });
}

async function writePause(context: SyncContext, pause: FilesPause | null): Promise<void> {
  assertOwner(context);
  const { relaxed } = context.db;
  await relaxed.transaction('rw', relaxed.meta, async (tx) => {
    if (pause) await writeMeta(tx, { key: 'filesPause', ...pause });
    else await relaxed.meta.delete('filesPause');
  });
}
