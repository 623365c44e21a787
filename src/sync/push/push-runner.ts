import type { Mutation } from '../../outbox/mutation.ts';
import type { EngineStatus } from '../engine/engine-status.ts';
import type { Look } from '../look.ts';
import type { PullRunner } from '../pull/pull-runner.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import { BusyLanes } from './busy-lanes.ts';
import { batchOf, nextDueAt, readyMutations, windowSize } from './lanes.ts';
import { pushMutation } from './push.ts';
import { pushBatch } from './push-batch.ts';

/**
 * Up to so many changes go on the last look's word: screens, other tabs and readings want their turn. Over a slow link that
 * is 7 % of a replay (B9).
 */
const AHEAD = 12;
/** So many batches are under way at once: one more can be on the link while the server works on the other. */
const BATCHES = 2;

interface Ports {
  readonly status: EngineStatus;
  readonly pulls: PullRunner;
  /** How many requests are under way that read something else than collections. */
  readonly otherReads: () => number;
  /** Whether nothing new may be begun. */
  readonly isOver: () => boolean;
  /** Whether nothing has come in between since the last look. */
  readonly maySend: () => boolean;
  readonly spawn: (work: Promise<WorkResult>) => void;
  readonly wake: () => void;
}

/** Sends what is ready, as far as the lanes and the window allow. */
export class PushRunner {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #busy = new BusyLanes();
  /** What may be sent as soon as a connection is free, and whether each is to be read first; as the last look saw it. */
  #next: { readonly mutation: Mutation; readonly stale: boolean }[] = [];
  #batchesRefused = false;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  get isSending(): boolean {
    return this.#busy.lanes.size > 0;
  }

  /** The attempts that this tab has under way; see `Orphans`. */
  get own(): BusyLanes['own'] {
    return this.#busy.own;
  }

  /** What was to be read first, or needed no reading, is seen anew. */
  forget(): void {
    this.#next = [];
  }

  /** Starts what the lanes and the window allow. Answers when the next change falls due. */
  start(look: Look): number | null {
    const facts = { now: this.#context.clock.now(), busy: this.#busy.lanes, held: look.held };
    this.#next = [];
    if (this.#takesBatches(look)) {
      const nextBatch = (): Mutation[] =>
        batchOf(look.open, facts, this.#successes()).filter((one) => !this.#goesUnseen(one, look));
      let batch = nextBatch();
      const atOnce = Math.min(BATCHES, this.#window());
      for (; batch.length > 1; batch = nextBatch()) {
        if (this.#ports.isOver() || this.#busy.unanswered >= atOnce) return null;
        this.#startBatch(batch);
      }
    }
    this.#next = readyMutations(look.open, facts)
      .filter((mutation) => !this.#ports.pulls.holdsBack(mutation, look))
      .map((mutation) => ({ mutation, stale: this.#ports.pulls.isStale(mutation, look) }));
    this.#fillWindow();
    // A deletion waits for changes of other records, and one may have been made since: it has a look of its own.
    const deletion = this.#next.findIndex(({ mutation }) => mutation.kind === 'delete');
    this.#next.splice(Math.min(AHEAD, deletion < 0 ? AHEAD : deletion));
    return nextDueAt(look.open, facts);
  }

  /** How many requests may be under way that change something. */
  #window(): number {
    const reads = Math.max(this.#ports.pulls.reads, this.#ports.otherReads());
    return windowSize(this.#successes(), reads);
  }

  /** Answers in a row since the last fault, those that are being stored included. */
  #successes(): number {
    return this.#ports.status.successes + this.#busy.answered;
  }

  /** Sends what the last look found to be ready, as far as the window allows. */
  #fillWindow(): void {
    const window = this.#window();
    while (!this.#ports.isOver() && this.#busy.unanswered < window) {
      const next = this.#next.shift();
      if (!next) return;
      const lanes = this.#busy.occupy([next.mutation]);
      const answered = (isConfirmed: boolean): void => {
        // Anything else may be a reason not to send more: the next look knows.
        if (!isConfirmed) this.#next = [];
        else {
          lanes.answered();
          this.#goOn();
        }
      };
      const push = pushMutation(this.#context, next.mutation, { stale: next.stale, answered });
      this.#ports.spawn(push.finally(() => lanes.release()));
    }
  }

  /**
   * A change has been accepted: another one goes at once, claimed in the transaction that stores the answer. Whatever may
   * have changed since the last look, the next one sees first.
   */
  #goOn(): void {
    if (this.#ports.maySend()) this.#fillWindow();
    this.#ports.wake();
  }

  #takesBatches({ features }: Look): boolean {
    return features.has('batch') && features.has('client-uid') && !this.#batchesRefused;
  }

  /** A server that does not guard an update by its state must be asked first. */
  #goesUnseen(mutation: Mutation, look: Look): boolean {
    const guarded = mutation.kind !== 'update' || look.features.has('if-match');
    return !guarded && this.#ports.pulls.isStale(mutation, look);
  }

  #startBatch(batch: readonly Mutation[]): void {
    const lanes = this.#busy.occupy(batch);
    const answered = (): void => {
      lanes.answered();
      this.#ports.wake();
    };
    const push = pushBatch(this.#context, batch, answered).then((result) => {
      if (result.refused) this.#batchesRefused = true;
      return result;
    });
    this.#ports.spawn(push.finally(() => lanes.release()));
  }
}
