/** Whom an attack is made on, and with what. */
export interface Target {
  readonly url: string;
  /** Of a user of the company that attacks; who attacks signed out does not use it. */
  readonly token: string;
}

/** What somebody does to the server again and again, as much of it as they are let. */
export interface Attack {
  /** For the table: what is done, and how much of it. */
  readonly title: string;
  /** So many attempts are under way at any moment. */
  readonly atOnce: number;
  /** The statuses of attempts on which the server did what the attack is about. */
  readonly takenOn: readonly number[];
  /** Makes the records that the attack needs, where they are not there yet. */
  prepare(target: Target): Promise<Attempt>;
}

/**
 * Does it once, and answers the status that came of it. `n` is another number each time. Fails where the server was not
 * reached.
 */
export type Attempt = (n: number) => Promise<number>;

/** In the place of a status: the attempt was over before an answer had come. */
export const NO_ANSWER = 0;
