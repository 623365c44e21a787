import { PROFILE_PATH } from '../../api/auth-api.ts';
import { announcedIn, rulesAnnouncedIn } from '../../api/sync-api.ts';
import { type RowOf, readRow, writeMeta } from '../../db/meta-rows.ts';
import type { Tx } from '../../db/tables.ts';
import {
  AMBIGUOUS_STATUS,
  type Answer,
  isNetworkFault,
  jsonObject,
  type PauseReason,
} from '../../domain/answer.ts';
import type { Connectivity } from '../../domain/ports.ts';
import type { AnnouncedRules } from '../../domain/server-rules.ts';
import { backoff, isWaitOver } from '../../domain/waits.ts';
import {
  assertOwner,
  CONTACT,
  failedGet,
  returnJitter,
  type SyncContext,
  THROTTLE_CAP,
  type WorkResult,
} from '../sync-context.ts';
import { type ContactFacts, isAway, type Lift, lifted, raise } from './pause-reasons.ts';

interface Ports {
  readonly connectivity: Connectivity;
  readonly isSignedIn: () => boolean;
  readonly isOver: () => boolean;
  readonly reconnected: () => void;
  readonly wake: () => void;
}

export class Contact {
  readonly #context: SyncContext;
  readonly #status: ContactStatus;
  readonly #ports: Ports;
  /** The server answered although the browser still reports offline. */
  #hintRefuted = false;
  #isCheckingConnection = false;

  constructor(context: SyncContext, status: ContactStatus, ports: Ports) {
    this.#context = context;
    this.#status = status;
    this.#ports = ports;
  }

  get isOnline(): boolean {
    return this.#ports.connectivity.isOnline();
  }

  hintChanged(): void {
    this.#hintRefuted = false;
  }

  facts(): ContactFacts {
    this.#update();
    const { reasons, reached, resumeAt, throttledUntil, fullUntil } = this.#status;
    return { now: this.#context.clock.now(), reasons, reached, resumeAt, throttledUntil, fullUntil };
  }

  #update(): void {
    const status = this.#status;
    if (this.isOnline || this.#hintRefuted) status.lift('online');
    else {
      status.raise('offline');
      status.reached = false;
    }
    if (this.#ports.isSignedIn()) status.lift('signIn');
    else status.raise('signedOut');
    const now = this.#context.clock.now();
    if (isWaitOver(status.throttledUntil, now, THROTTLE_CAP)) status.lift('time');
    if (isWaitOver(status.fullUntil, now, FULL_REST_MS)) status.lift('space');
  }

  async reach(): Promise<void> {
    const saidOffline = !this.isOnline;
    const result = await reachServer(this.#context);
    if (this.#ports.isOver()) return;
    if (!result.contact) {
      this.#status.learn(result);
      if (this.#status.isUnanswered) void this.#checkConnection();
      return;
    }
    this.#hintRefuted = saidOffline;
    if (isAway(this.#status.reasons)) this.#ports.reconnected();
    this.#status.contacted();
  }

  /** The loop does not await this check, because the next try must not wait. */
  async #checkConnection(): Promise<void> {
    if (this.#isCheckingConnection) return;
    this.#isCheckingConnection = true;
    const isSilent = await this.#ports.connectivity.fetchesOwnFile();
    this.#isCheckingConnection = false;
    const status = this.#status;
    if (this.#ports.isOver() || !status.isUnanswered || status.serverSilent === isSilent) return;
    status.serverSilent = isSilent;
    this.#ports.wake();
  }
}

/** Sends one cheap GET before any check-out, so that a server that is down causes no unknown creates. */
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

async function noteCapabilities(
  tx: Tx,
  features: readonly string[],
  rules: AnnouncedRules | null = null,
): Promise<void> {
  const row = await readRow(tx, 'capabilities');
  const known = new Set(row?.features);
  const isSame = features.length === known.size && features.every((feature) => known.has(feature));
  if (isSame && JSON.stringify(rules) === JSON.stringify(row?.rules ?? null)) return;
  await writeMeta(tx, { key: 'capabilities', features, ...(rules ? { rules } : {}) });
  // A waiting change is kept but not counted, because this server cannot store settings.
  if (!features.includes('company-settings')) await tx.table('meta').delete('settings');
}

const MINUTE = 60_000;
const WRONG_CLOCK_MS = 5 * MINUTE;
/** After this time in ms, a full device is tried again: a person may have made room. */
const FULL_REST_MS = 5 * MINUTE;
const TURNS_AWAY = [429, 502, 503, 504];

export class ContactStatus {
  readonly #context: SyncContext;
  #reasons: readonly PauseReason[] = [];
  #published = '';
  #failures = 0;
  #throttledUntil = 0;
  #clockAhead = 0;
  /** The server turned requests away, perhaps those of other devices too. */
  #turnedAway = false;
  /** The device was offline or asleep, which explains a network fault. */
  #wasDisconnected = false;
  /** The latest request had a network fault, so an answer stored only now does not prove contact. */
  #faultCameLast = false;
  /** The latest request had no answer from anything. */
  isUnanswered = false;
  serverSilent = false;
  reached = false;
  successes = 0;
  resumeAt = 0;
  /** Device time in ms. */
  fullUntil = 0;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get reasons(): readonly PauseReason[] {
    return this.#reasons;
  }

  get throttledUntil(): number {
    return this.#throttledUntil;
  }

  /** Takes over the last leader's wait. */
  async load(): Promise<void> {
    const row = await this.#context.db.relaxed.meta.get('engine');
    if (!row?.reasons.includes('throttled')) return;
    if (isWaitOver(row.throttledUntil, this.#context.clock.now(), THROTTLE_CAP)) return;
    this.#throttledUntil = row.throttledUntil;
    this.raise('throttled');
  }

  watching(context: SyncContext): SyncContext {
    return {
      ...context,
      send: async (request) => {
        const answer = await context.send(request);
        this.#noteTime(answer);
        this.#noteTurnedAway(answer);
        this.#noteOrder(answer);
        return answer;
      },
    };
  }

  /** Files fail for reasons of their own, so only their answers tell about the connection. */
  watchingFiles(context: SyncContext): SyncContext {
    return {
      ...context,
      send: async (request) => {
        const answer = await context.send(request);
        this.#noteTime(answer);
        if (answer.kind === 'response' && !isNetworkFault(answer)) this.#noteOrder(answer);
        return answer;
      },
    };
  }

  #noteTime(answer: Answer): void {
    if (answer.kind !== 'response' || answer.date === undefined) return;
    const ahead = this.#context.clock.now() - answer.date;
    this.#clockAhead = Math.abs(ahead) > WRONG_CLOCK_MS ? Math.round(ahead / MINUTE) * MINUTE : 0;
  }

  #noteOrder(answer: Answer): void {
    const isFault = isNetworkFault(answer);
    if (isFault) this.#faultCameLast = true;
    else if (answer.kind === 'response') this.#faultCameLast = false;
    this.isUnanswered = isFault && answer.kind !== 'response' && answer.kind !== 'redirect';
    // A gateway answered in the server's place.
    if (isFault && answer.kind === 'response' && AMBIGUOUS_STATUS.includes(answer.status))
      this.serverSilent = true;
  }

  /**
   * Counts a missing answer as a refusal unless this device was offline or asleep: browsers report a refused connection
   * the same way.
   */
  #noteTurnedAway(answer: Answer): void {
    if (answer.kind === 'response') this.#turnedAway = TURNS_AWAY.includes(answer.status);
    else if (answer.kind === 'noAnswer' && answer.cause === 'network')
      this.#turnedAway = !this.#wasDisconnected;
  }

  /** If only this device was disconnected, other devices do not return at the same time. */
  noteDisconnected(): void {
    this.#wasDisconnected = true;
    this.#turnedAway = false;
  }

  raise(reason: PauseReason): void {
    if (reason === 'offline') this.noteDisconnected();
    if (reason === 'storageFull') this.fullUntil = this.#context.clock.now() + FULL_REST_MS;
    this.#reasons = raise(this.#reasons, reason);
  }

  lift(cause: Lift): void {
    this.#reasons = lifted(this.#reasons, cause);
  }

  /** Keeps the count of failures, which only successful work resets. */
  contacted(): void {
    this.reached = true;
    this.serverSilent = false;
    this.#wasDisconnected = false;
    this.resumeAt = 0;
    this.lift('contact');
  }

  expectNoContact(): void {
    this.reached = false;
  }

  learn(result: WorkResult): void {
    const now = this.#context.clock.now();
    if (result.contact && !this.#faultCameLast) {
      this.contacted();
      this.#failures = 0;
      this.successes += 1;
    }
    if (result.pause) this.raise(result.pause);
    if (result.throttleMs > 0) {
      const until = now + result.throttleMs;
      // The longer wait applies, unless it began before the clock was set back.
      const isVoid = isWaitOver(this.#throttledUntil, now, THROTTLE_CAP);
      this.#throttledUntil = isVoid ? until : Math.max(this.#throttledUntil, until);
    }
    if (result.fault && result.pause === null) this.raise('unreachable');
    if (result.fault || result.pause === 'serverProblem') this.backOff();
  }

  backOff(): void {
    this.reached = false;
    this.successes = 0;
    this.resumeAt = this.#context.clock.now() + backoff(this.#failures, this.#context.random);
    this.#failures += 1;
  }

  /** Keeps a random wait if the server turned requests away, except after 'Sync now'. */
  resetBackoff(byPerson: boolean): void {
    this.#failures = 0;
    const wait = this.#turnedAway && !byPerson ? returnJitter(this.#context.random) : 0;
    this.resumeAt = Math.min(this.resumeAt, this.#context.clock.now() + wait);
    if (!byPerson) return;
    this.lift('space');
    this.lift('person');
  }

  async publish(): Promise<void> {
    const row: RowOf<'engine'> = {
      key: 'engine',
      reasons: this.#reasons,
      resumeAt: this.resumeAt,
      throttledUntil: this.#throttledUntil,
      ...(this.serverSilent && this.#reasons.includes('unreachable') ? { serverSilent: true } : {}),
      ...(this.#clockAhead === 0 ? {} : { clockAhead: this.#clockAhead }),
    };
    const text = JSON.stringify(row);
    if (text === this.#published) return;
    const { relaxed } = this.#context.db;
    await relaxed.transaction('rw', relaxed.meta, (tx) => writeMeta(tx, row));
    this.#published = text;
  }
}
