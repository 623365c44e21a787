import { laneOf } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';

/** The lanes with a request of this tab under way. */
export class BusyLanes {
  readonly #lanes = new Set<string>();
  #requests = 0;
  readonly #own = new Set<number>();

  get lanes(): ReadonlySet<string> {
    return this.#lanes;
  }

  /** Places of the mutations that these requests stand for: a mutation may come into another lane meanwhile. */
  get own(): ReadonlySet<number> {
    return this.#own;
  }

  /** How many requests are under way. */
  get requests(): number {
    return this.#requests;
  }

  /** Takes the lanes of these mutations for one request. Returns what frees them. */
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
