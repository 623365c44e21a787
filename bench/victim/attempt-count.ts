import { z } from 'zod';
import { NO_ANSWER } from './attack.ts';

/** By the limit of answers under way, and by a server that is busy. */
const REFUSALS: readonly number[] = [429, 503];

export const attemptsSchema = z.object({
  takenOn: z.int(),
  refused: z.int(),
  unanswered: z.int(),
});

/** What became of the attempts that ended in some time. */
export type Attempts = z.infer<typeof attemptsSchema>;

const NONE: Attempts = { takenOn: 0, refused: 0, unanswered: 0 };

/** What came of them in each round, in words. */
export function inWords(rounds: readonly Attempts[]): string {
  const each = (of: keyof Attempts): string => rounds.map((attempts) => attempts[of]).join(', ');
  return `taken on ${each('takenOn')}; refused ${each('refused')}; over before an answer ${each('unanswered')}`;
}

/** Counts attempts as they end. */
export class AttemptCount {
  readonly #takenOn: readonly number[];
  #attempts = NONE;
  #sum = 0;

  constructor(takenOn: readonly number[]) {
    this.#takenOn = takenOn;
  }

  /** Of all attempts, whenever they ended. */
  get sum(): number {
    return this.#sum;
  }

  add(status: number): void {
    const became = this.#becameOf(status);
    this.#attempts = { ...this.#attempts, [became]: this.#attempts[became] + 1 };
    this.#sum += 1;
  }

  /** Those that have ended since it was asked last. */
  take(): Attempts {
    const attempts = this.#attempts;
    this.#attempts = NONE;
    return attempts;
  }

  #becameOf(status: number): keyof Attempts {
    if (this.#takenOn.includes(status)) return 'takenOn';
    if (REFUSALS.includes(status)) return 'refused';
    if (status === NO_ANSWER) return 'unanswered';
    // Then it is made wrong, and measures nothing.
    throw new Error(`The attack was answered ${status}`);
  }
}
