export interface Target {
  readonly url: string;
  /** The token of the attacking company's user. Attacks without a sign-in ignore it. */
  readonly token: string;
}

/** Something that an attacker repeats as often as the server allows. */
export interface Attack {
  /** The action and its amount, for the table. */
  readonly title: string;
  /** Concurrent attempts. */
  readonly atOnce: number;
  /** The statuses of attempts that the server really processed. */
  readonly takenOn: readonly number[];
  /** Makes the records that the attack needs, unless they exist. */
  prepare(target: Target): Promise<Attempt>;
}

/** Makes one attempt and returns its status. `n` is different each time. Rejects if the server was not reached. */
export type Attempt = (n: number) => Promise<number>;

/** Stands for a status if the attempt ended before an answer. */
export const NO_ANSWER = 0;
