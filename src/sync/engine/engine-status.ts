import { type EngineRow, writeMeta } from '../../db/meta-rows.ts';

import type { Answer } from '../../domain/answer.ts';
import type { PauseReason } from '../../domain/pause-reason.ts';
import { isNetworkFault } from '../../outbox/classify-answer.ts';
import { backoff, isOver } from '../../outbox/retry-policy.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import { returnJitter, THROTTLE_CAP } from '../sync-context.ts';
import { type Lift, lifted, raise } from './pause-reasons.ts';

const MINUTE = 60_000;
/** A clock that is off by more is wrong. */
const WRONG_CLOCK_MS = 5 * MINUTE;
/** By which a server, or what stands before it, turns everybody away. */
const TURNS_AWAY = [429, 502, 503, 504];

/**
 * What the engine knows of its way to the server: the reasons that hold it, whether the server has answered
 * since the last fault, and when to try again. Published as a row for every tab's screens.
 */
export class EngineStatus {
  readonly #context: SyncContext;
  #reasons: readonly PauseReason[] = [];
  #published = '';
  #failures = 0;
  #throttledUntil = 0;
  #clockAhead = 0;
  /** The server turned requests away: everybody waits for it. */
  #turnedAway = false;
  /** This device alone had no connection, or slept. */
  #isCutOff = false;
  /** The last answer that came showed no server. What came before it may be stored, and learned of, later. */
  #faultCameLast = false;
  /** Nothing is claimed until one cheap GET has succeeded since the start, or since the last fault. */
  reached = false;
  /** Answers in a row since the last fault. */
  successes = 0;
  /** Nothing is tried before this device time in ms. */
  resumeAt = 0;

  constructor(context: SyncContext) {
    this.#context = context;
  }

  get reasons(): readonly PauseReason[] {
    return this.#reasons;
  }

  get throttledUntil(): number {
    return this.#throttledUntil;
  }

  /** Takes over what the last leader was asked to wait for. */
  async load(): Promise<void> {
    const row = await this.#context.db.relaxed.meta.get('engine');
    if (!row?.reasons.includes('throttled')) return;
    if (isOver(row.throttledUntil, this.#context.clock.now(), THROTTLE_CAP)) return;
    this.#throttledUntil = row.throttledUntil;
    this.raise('throttled');
  }

  /** The same context, but that what every answer says of the server is taken in. */
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

  /** Takes in the server's time, where an answer tells it. The time on the way is no matter: five minutes are. */
  #noteTime(answer: Answer): void {
    if (answer.kind !== 'response' || answer.date === undefined) return;
    const ahead = this.#context.clock.now() - answer.date;
    this.#clockAhead = Math.abs(ahead) > WRONG_CLOCK_MS ? Math.round(ahead / MINUTE) * MINUTE : 0;
  }

  /** An aborted request, or one that never left, says nothing. */
  #noteOrder(answer: Answer): void {
    if (isNetworkFault(answer)) this.#faultCameLast = true;
    else if (answer.kind === 'response') this.#faultCameLast = false;
  }

  /** A connection that is refused or closed looks like none: the server's it is where the browser knows of no other cause. */
  #noteTurnedAway(answer: Answer): void {
    if (answer.kind === 'response') this.#turnedAway = TURNS_AWAY.includes(answer.status);
    else if (answer.kind === 'noAnswer' && answer.cause === 'network') this.#turnedAway = !this.#isCutOff;
  }

  /** This device has no connection, or has slept: nobody comes back together with it. */
  cutOff(): void {
    this.#isCutOff = true;
    this.#turnedAway = false;
  }

  raise(reason: PauseReason): void {
    if (reason === 'offline') this.cutOff();
    this.#reasons = raise(this.#reasons, reason);
  }

  lift(cause: Lift): void {
    this.#reasons = lifted(this.#reasons, cause);
  }

  /** The server answered the cheap GET. Failures are forgotten only when work succeeds. */
  contacted(): void {
    this.reached = true;
    this.#isCutOff = false;
    this.resumeAt = 0;
    this.lift('contact');
  }

  /** A request got no answer: before anything is claimed, the server is asked whether it is there. */
  doubt(): void {
    this.reached = false;
  }

  /** Takes in what a piece of work showed. */
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
      // Of two answers the longer wait counts, but none that was set before the clock was put back.
      const isVoid = isOver(this.#throttledUntil, now, THROTTLE_CAP);
      this.#throttledUntil = isVoid ? until : Math.max(this.#throttledUntil, until);
    }
    if (result.fault && result.pause === null) this.raise('unreachable');
    if (result.fault || result.pause === 'serverProblem') this.standBack();
  }

  /** Nobody knows any more whether the server can be reached: it is asked, later each time in a row. */
  standBack(): void {
    this.reached = false;
    this.successes = 0;
    this.resumeAt = this.#context.clock.now() + backoff(this.#failures, this.#context.random);
    this.#failures += 1;
  }

  /**
   * The connection may have changed, or a person asks: back-off starts anew, at once. Where the server had turned requests
   * away everybody comes back with it, and only a person's 'Sync now' does not wait.
   */
  resetBackoff(byPerson: boolean): void {
    this.#failures = 0;
    const wait = this.#turnedAway && !byPerson ? returnJitter(this.#context.random) : 0;
    this.resumeAt = Math.min(this.resumeAt, this.#context.clock.now() + wait);
    if (!byPerson) return;
    this.lift('space');
    this.lift('person');
  }

  /** Writes the row when it has changed. */
  async publish(): Promise<void> {
    const row: EngineRow = {
      key: 'engine',
      reasons: this.#reasons,
      resumeAt: this.resumeAt,
      throttledUntil: this.#throttledUntil,
      ...(this.#clockAhead === 0 ? {} : { clockAhead: this.#clockAhead }),
    };
    const text = JSON.stringify(row);
    if (text === this.#published) return;
    const { relaxed } = this.#context.db;
    await relaxed.transaction('rw', relaxed.meta, (tx) => writeMeta(tx, row));
    this.#published = text;
  }
}
