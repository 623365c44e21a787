import { laneOf } from '../../outbox/lane.ts';
import type { Mutation } from '../../outbox/mutation.ts';

/** What has been taken to be sent, until it is let go. */
export interface Occupation {
  /** The server has answered: its connection is free, while the lanes wait for the answer to be stored. */
  answered(): void;
  release(): void;
}

/** The lanes with a request of this tab under way. */
export class BusyLanes {
  readonly #lanes = new Set<string>();
  #unanswered = 0;
  #answered = 0;
  readonly #own = new Set<number>();

  get lanes(): ReadonlySet<string> {
    return this.#lanes;
  }

  /** Places of the mutations that these requests stand for: a mutation may come into another lane meanwhile. */
  get own(): ReadonlySet<number> {
    return this.#own;
  }

  /** How many requests the server has not answered yet. */
  get unanswered(): number {
    return this.#unanswered;
  }

  /** How many requests the server has answered while what it said is still being stored. */
  get answered(): number {
    return this.#answered;
  }

  /** Takes the lanes of these mutations for one request. */
  occupy(mutations: readonly Mutation[]): Occupation {
    const lanes = mutations.map(laneOf);
    for (const lane of lanes) this.#lanes.add(lane);
    for (const { seq } of mutations) this.#own.add(seq);
    this.#unanswered += 1;
    let isAnswered = false;
    const answered = (): void => {
      if (isAnswered) return;
      isAnswered = true;
      this.#unanswered -= 1;
      this.#answered += 1;
    };
    return {
      answered,
      release: () => {
        answered();
        this.#answered -= 1;
        for (const lane of lanes) this.#lanes.delete(lane);
        for (const { seq } of mutations) this.#own.delete(seq);
      },
    };
  }
}
