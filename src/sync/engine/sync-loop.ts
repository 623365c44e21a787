import { capabilitiesIn } from '../../db/capabilities.ts';
import { type MetaRows, readMeta } from '../../db/meta.ts';
import { isQuotaError } from '../../db/storage-errors.ts';
import type { Connectivity, PageLife } from '../../domain/ports.ts';
import { BrokenLaneError, heads } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { isOver } from '../../outbox/retry-policy.ts';
import { earliest } from '../earliest.ts';
import { eitherOf } from '../either-of.ts';
import { happen } from '../lane-work.ts';
import type { Look } from '../look.ts';
import { isAway, mayReach } from '../pause-reasons.ts';
import { PokeStream } from '../pull/poke-stream.ts';
import { PullRunner } from '../pull/pull-runner.ts';
import { nextProbeAt, readsAtOnce } from '../push/lanes.ts';
import { Orphans } from '../push/orphans.ts';
import { PushRunner } from '../push/push-runner.ts';
import { heldByReferences } from '../push/references.ts';
import { NotOwnerError, type SyncContext, type WorkResult } from '../sync-context.ts';
import type { Term } from '../tabs/leadership.ts';
import { THROTTLE_CAP } from '../throttle.ts';
import { EngineStatus } from './engine-status.ts';
import { freeClosedWork } from './free-space.ts';
import { OpenMutations } from './open-mutations.ts';
import { reachServer } from './reach.ts';
import { StatsReader } from './stats-reader.ts';

const AFTER_ERROR_MS = 1000;
/** What should have been woken so much sooner, in ms, was asleep with the device. */
const SLEPT_MS = 30_000;

interface Ports {
  readonly connectivity: Connectivity;
  readonly page: PageLife;
  readonly isSignedIn: () => boolean;
  readonly debug: boolean;
}

/**
 * The leading tab's loop: looks at the outbox and the wishes, starts what may be started, sleeps until
 * something changes or falls due. It holds no truth of its own; whatever it forgets is in the database.
 */
export class SyncLoop {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #term: Term;
  /** For what only reads: it ends when the page closes, while what is being sent is brought to its end. */
  readonly #reading: SyncContext;
  readonly #status: EngineStatus;
  readonly #open: OpenMutations;
  readonly #orphans: Orphans;
  readonly #pulls: PullRunner;
  readonly #stats: StatsReader;
  readonly #pokes: PokeStream;
  readonly #pushes: PushRunner;
  readonly #tasks = new Set<Promise<void>>();
  #drainStartedAt: number | null = null;
  #visible: boolean;
  #awake = false;
  #hurried = false;
  /** The server has answered although the browser says that there is no connection; until the browser says it again. */
  #hintRefuted = false;
  #wakeUp: () => void = () => {};

  constructor(given: SyncContext, ports: Ports, term: Term) {
    this.#status = new EngineStatus(given);
    const context = this.#status.watching(given);
    this.#context = context;
    this.#ports = ports;
    this.#term = term;
    this.#reading = { ...context, signal: eitherOf(term.ended, term.closing) };
    this.#open = new OpenMutations(context.db.relaxed, context.clock);
    this.#orphans = new Orphans(context);
    this.#pulls = new PullRunner(
      this.#reading,
      () => readsAtOnce(this.#pushes.isSending),
      () => {
        this.#status.reached = false;
      },
    );
    this.#stats = new StatsReader(this.#reading);
    this.#pushes = new PushRunner(context, {
      status: this.#status,
      pulls: this.#pulls,
      otherReads: () => (this.#stats.isReading ? 1 : 0),
      isOver: () => this.#isOver(),
      maySend: () => this.#maySend(),
      spawn: (work) => this.#spawn(work),
      wake: () => this.wake(),
    });
    this.#pokes = new PokeStream(
      this.#reading,
      () => {
        this.#pulls.poked(this.#drainStartedAt !== null);
        this.wake();
      },
      (hearing) => {
        this.#pulls.hears(hearing);
        this.wake();
      },
    );
    this.#visible = ports.page.isVisible();
  }

  wake(): void {
    this.#awake = true;
    this.#wakeUp();
  }

  /** `online` and `offline`: hints only, but good moments to look again. */
  connectionChanged(): void {
    if (this.#ports.connectivity.isOnline()) this.#pokes.renew();
    else this.#status.cutOff();
    this.#lookAgain();
  }

  /** Back on the screen, everything is read anew; and an interruption may have gone by unseen. */
  pageChanged(): void {
    const visible = this.#ports.page.isVisible();
    if (visible && !this.#visible) this.#pulls.wantAll();
    this.#visible = visible;
    this.#lookAgain();
  }

  #lookAgain(): void {
    this.#hintRefuted = false;
    if (this.#ports.connectivity.isOnline()) {
      this.#hurry(false);
      this.#pokes.hurry();
    }
    this.wake();
  }

  /** Runs until its term is over; every request that it started has ended then. */
  async run(): Promise<void> {
    const { clock } = this.#context;
    const { ended, retiring, closing } = this.#term;
    for (const signal of [ended, retiring, closing]) signal.addEventListener('abort', () => this.wake());
    let loaded = false;
    while (!this.#isOver()) {
      this.#awake = false;
      let sleepUntil: number | null = clock.now() + AFTER_ERROR_MS;
      try {
        if (!loaded) await this.#status.load();
        loaded = true;
        // What is being stored frees lanes: one look fills them all.
        await this.#context.commits.idle();
        const lookAt = await this.#step();
        await this.#status.publish();
        if (this.#ports.debug) await this.#lookForViolations();
        // Not sooner: until screens are told why nothing is sent, it may not sleep until it is woken.
        sleepUntil = lookAt;
      } catch (error) {
        if (!this.#isOver()) this.#failed('sync step failed', error);
      }
      if (!this.#isOver()) await this.#sleep(sleepUntil);
    }
    this.#pokes.want(false);
    this.#open.close();
    await Promise.allSettled(this.#tasks);
  }

  async #lookForViolations(): Promise<void> {
    const { db, account, log } = this.#context;
    const { violations } = await import('./invariants.ts');
    for (const violation of await violations(db.relaxed, account)) {
      log.error('an invariant of the engine does not hold', new Error(violation));
    }
  }

  /** Nothing new may be begun. A hand-over waits for a reading, or a long one would never come to its end. */
  #isOver(): boolean {
    const { ended, closing, retiring } = this.#term;
    return ended.aborted || closing.aborted || (retiring.aborted && !this.#pulls.isReading);
  }

  /** One look at everything. Answers the device time at which to look again; null for 'when woken'. */
  async #step(): Promise<number | null> {
    const { clock } = this.#context;
    const status = this.#status;
    const { open, meta } = await this.#readTables();
    if (this.#pulls.takeWishes(meta)) this.#hurry(true);
    this.#updateReasons();
    if (!mayReach(status.reasons)) {
      // A drain goes on behind a pause that the server asks for, or the readings at its end would use up each one's turn.
      if (status.reasons.some((reason) => reason !== 'throttled')) this.#endDrain();
      return status.reasons.includes('throttled') ? status.throttledUntil : null;
    }
    const leading = { tab: this.#term.tab, own: this.#pushes.own, lease: meta.get('lease') };
    const sparedAt = await this.#orphans.recover(open, leading);
    if (this.#hurried) await this.#bringForward(open);
    if (!status.reached) {
      this.#endDrain();
      if (!isOver(status.resumeAt, clock.now())) return status.resumeAt;
      await status.publish();
      await this.#reach();
      this.wake();
      return null;
    }
    const held = await heldByReferences(this.#context, open);
    this.#noteDrain(open, held);
    this.#pulls.takeOverRest(meta);
    const features = capabilitiesIn(meta);
    this.#pokes.want(this.#visible && features.has('events') && meta.get('feed')?.ready === true);
    const look: Look = { open, held, meta, drainStartedAt: this.#drainStartedAt, features };
    this.#startStats(meta);
    const pullAt = this.#startPull(look);
    return earliest([pullAt, this.#pushes.start(look), nextProbeAt(open, clock.now()), sparedAt]);
  }

  /** One transaction: a step would begin a dozen otherwise, and most steps find nothing to do. */
  async #readTables(): Promise<{ readonly open: readonly Mutation[]; readonly meta: MetaRows }> {
    const { relaxed } = this.#context.db;
    return relaxed.transaction('r', [relaxed.outbox, relaxed.meta], async (tx) => ({
      open: await this.#open.read(tx),
      meta: await readMeta(tx),
    }));
  }

  #updateReasons(): void {
    const status = this.#status;
    if (this.#ports.connectivity.isOnline() || this.#hintRefuted) status.lift('online');
    else {
      status.raise('offline');
      status.reached = false;
    }
    if (this.#ports.isSignedIn()) status.lift('signIn');
    else status.raise('signedOut');
    if (isOver(status.throttledUntil, this.#context.clock.now(), THROTTLE_CAP)) status.lift('time');
  }

  /** Whether changes may go out on the last look's word. */
  #maySend(): boolean {
    this.#updateReasons();
    return mayReach(this.#status.reasons) && this.#status.maySend;
  }

  #hurry(byPerson: boolean): void {
    this.#status.hurry(byPerson);
    this.#hurried = true;
  }

  /** Changes that back off are due at once: what they waited for may be over. Unknown creates keep their rest. */
  async #bringForward(open: readonly Mutation[]): Promise<void> {
    this.#hurried = false;
    const { clock } = this.#context;
    for (const mutation of open) {
      if (mutation.state !== 'queued' || isOver(mutation.nextAt, clock.now())) continue;
      await happen(this.#context, { type: 'putOff', seen: mutation, nextAt: clock.now() });
    }
    this.wake();
  }

  async #reach(): Promise<void> {
    const saidOffline = !this.#ports.connectivity.isOnline();
    const result = await reachServer(this.#reading);
    if (this.#isOver()) return;
    if (!result.contact) return this.#status.learn(result);
    this.#hintRefuted = saidOffline;
    if (isAway(this.#status.reasons)) this.#pulls.healed();
    this.#status.contacted();
  }

  /**
   * A drain begins with the first change that waits and ends when none is left to send, or none can be sent: what
   * waits behind a change that waits for a person does not keep it going.
   */
  #noteDrain(open: readonly Mutation[], held: Look['held']): void {
    const draining = heads(open).some(
      ({ id, state }) => state === 'sending' || (state === 'queued' && !held.has(id)),
    );
    // Never later than now, in case the clock was put back.
    const now = this.#context.clock.now();
    if (draining) this.#drainStartedAt = Math.min(this.#drainStartedAt ?? now, now);
    else this.#endDrain();
  }

  /** Ends a drain. What others did meanwhile is read, and the next drain counts from its own beginning. */
  #endDrain(): void {
    if (this.#drainStartedAt === null) return;
    this.#drainStartedAt = null;
    this.#pulls.wantAll();
  }

  #startPull(look: Look): number | null {
    const due = this.#pulls.due(look, this.#visible);
    if ('at' in due) return due.at;
    if (this.#isOver() || this.#term.retiring.aborted) return null;
    this.#spawn(due.read().finally(() => this.#pushes.forget()));
    return null;
  }

  #startStats(meta: MetaRows): void {
    const read = this.#stats.wanted(meta);
    if (read && !this.#isOver() && !this.#term.retiring.aborted) this.#spawn(read());
  }

  #spawn(work: Promise<WorkResult>): void {
    const task: Promise<void> = work
      .then((result) => {
        if (this.#isOver()) return;
        if (result.pause === 'throttled') this.#pulls.throttled();
        this.#status.learn(result);
      })
      .catch((error: unknown) => {
        // What the answer had said of the connection is lost with it. The account may be signed in again by and by.
        this.#status.standBack();
        if (!this.#context.signal.aborted) this.#failed('sync work failed', error);
      })
      .finally(() => {
        this.#tasks.delete(task);
        this.wake();
      });
    this.#tasks.add(task);
  }

  #failed(what: string, error: unknown): void {
    if (error instanceof NotOwnerError) return;
    if (isQuotaError(error)) return this.#makeRoom();
    // Trying again would find the same: a person is told, and may have it tried.
    if (error instanceof BrokenLaneError) this.#status.raise('appFault');
    this.#context.log.error(what, error);
  }

  /** Nothing goes on until a person has looked, but what the server can tell again makes room. */
  #makeRoom(): void {
    const { log } = this.#context;
    this.#status.raise('storageFull');
    freeClosedWork(this.#context).catch((error: unknown) => log.error('no room could be made', error));
  }

  async #sleep(until: number | null): Promise<void> {
    if (this.#awake) return;
    const { clock } = this.#context;
    let cancel = (): void => {};
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      if (until !== null) cancel = clock.setTimer(resolve, Math.max(0, until - clock.now()));
    });
    this.#wakeUp = () => {};
    cancel();
    if (until !== null && clock.now() - until > SLEPT_MS) this.#status.cutOff();
  }
}
