import type { Mutation } from '../../outbox/mutation.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import { BusyLanes } from './busy-lanes.ts';
import { windowSize } from './lanes.ts';
import type { PushFacts, PushPlan, Ready } from './plan-pushes.ts';
import { pushMutation } from './push.ts';
import { pushBatch } from './push-batch.ts';

interface Ports {
  /** Answers in a row since the last fault, as far as they are stored. */
  readonly successes: () => number;
  /** How many requests are under way that only read. */
  readonly reads: () => number;
  /** Whether nothing new may be begun. */
  readonly isOver: () => boolean;
  /** Whether nothing has come in between since the last poll. */
  readonly maySend: () => boolean;
  readonly spawn: (work: Promise<WorkResult>) => void;
  readonly wake: () => void;
}

/** Sends what is ready, as far as the lanes and the window allow. */
export class PushRunner {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #busy = new BusyLanes();
  /** What may be sent as soon as a connection is free, as the last poll saw it. */
  #next: readonly Ready[] = [];
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

  /** What was to be read first, or needed no pull, is seen anew. */
  forget(): void {
    this.#next = [];
  }

  /** What decides about what is sent now. */
  facts(): Omit<PushFacts, 'window' | 'pulling'> {
    return {
      now: this.#context.clock.now(),
      busy: this.#busy.lanes,
      unanswered: this.#busy.unanswered,
      successes: this.#successes(),
      batchesRefused: this.#batchesRefused,
    };
  }

  /** Does what was planned. */
  run({ batches, next }: PushPlan): void {
    this.#next = next;
    for (const batch of batches) this.#startBatch(batch);
    this.#fillWindow();
  }

  /** How many requests may be under way that change something. */
  #window(): number {
    return windowSize(this.#successes(), this.#ports.reads());
  }

  /** Answers in a row since the last fault, those that are being stored included. */
  #successes(): number {
    return this.#ports.successes() + this.#busy.answered;
  }

  /** Sends what the last poll found to be ready, as far as the window allows. */
  #fillWindow(): void {
    const window = this.#window();
    while (!this.#ports.isOver() && this.#busy.unanswered < window) {
      const [next, ...others] = this.#next;
      if (!next) return;
      this.#next = others;
      const lanes = this.#busy.occupy([next.mutation]);
      const answered = (isConfirmed: boolean): void => {
        // Anything else may be a reason not to send more: the next poll knows.
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
   * have changed since the last poll, the next one sees first.
   */
  #goOn(): void {
    if (this.#ports.maySend()) this.#fillWindow();
    this.#ports.wake();
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
