import { laneOf } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { SyncContext, WorkResult } from '../sync-context.ts';
import type { PushFacts, PushPlan } from './plan-pushes.ts';
import { pushMutation } from './push.ts';
import { pushBatch } from './push-batch.ts';

interface Ports {
  readonly successes: () => number;
  readonly isOver: () => boolean;
  readonly spawn: (work: Promise<WorkResult>) => void;
}

export class PushRunner {
  readonly #context: SyncContext;
  readonly #ports: Ports;
  readonly #busy = new BusyLanes();
  #batchesRefused = false;

  constructor(context: SyncContext, ports: Ports) {
    this.#context = context;
    this.#ports = ports;
  }

  get isSending(): boolean {
    return this.#busy.requests > 0;
  }

  get own(): BusyLanes['own'] {
    return this.#busy.own;
  }

  facts(): Omit<PushFacts, 'window' | 'pulling'> {
    return {
      now: this.#context.clock.now(),
      busy: this.#busy.lanes,
      requests: this.#busy.requests,
      successes: this.#ports.successes(),
      batchesRefused: this.#batchesRefused,
    };
  }

  run({ batches, single }: PushPlan): void {
    if (this.#ports.isOver()) return;
    for (const batch of batches) {
      this.#start(batch, () =>
        pushBatch(this.#context, batch, () => {
          this.#batchesRefused = true;
        }),
      );
    }
    for (const { mutation, stale } of single) {
      this.#start([mutation], () => pushMutation(this.#context, mutation, { stale }));
    }
  }

  #start(mutations: readonly Mutation[], push: () => Promise<WorkResult>): void {
    const release = this.#busy.occupy(mutations);
    this.#ports.spawn(push().finally(release));
  }
}

export class BusyLanes {
  readonly #lanes = new Set<string>();
  #requests = 0;
  readonly #own = new Set<number>();

  get lanes(): ReadonlySet<string> {
    return this.#lanes;
  }

  /** By `seq`, because a mutation may move to another lane meanwhile. */
  get own(): ReadonlySet<number> {
    return this.#own;
  }

  get requests(): number {
    return this.#requests;
  }

  occupy(mutations: readonly Mutation[]): () => void {
    const lanes = mutations.map(laneOf);
    for (const lane of lanes) this.#lanes.add(lane);
    for (const { seq } of mutations) this.#own.add(seq);
    this.#requests += 1;
    return () => {
      this.#requests -= 1;
      for (const lane of lanes) this.#lanes.delete(lane);
      for (const { seq } of mutations) this.#own.delete(seq);
    };
  }
}
