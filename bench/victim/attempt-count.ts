import { z } from 'zod';
import { NO_ANSWER } from './attack.ts';

/** 429 comes from the limit of concurrent answers, 503 from a busy server. */
const REFUSALS: readonly number[] = [429, 503];

export const attemptsSchema = z.object({
  takenOn: z.int(),
  refused: z.int(),
  unanswered: z.int(),
});

/** The number of ended attempts, by result. */
export type Attempts = z.infer<typeof attemptsSchema>;

const NONE: Attempts = { takenOn: 0, refused: 0, unanswered: 0 };

export function inWords(rounds: readonly Attempts[]): string {
  const each = (of: keyof Attempts): string => rounds.map((attempts) => attempts[of]).join(', ');
  return `taken on ${each('takenOn')}; refused ${each('refused')}; over before an answer ${each('unanswered')}`;
}

export class AttemptCount {
  readonly #takenOn: readonly number[];
  #attempts = NONE;
  #sum = 0;

  constructor(takenOn: readonly number[]) {
    this.#takenOn = takenOn;
  }

  get sum(): number {
    return this.#sum;
  }

  add(status: number): void {
    const outcome = this.#outcomeOf(status);
    this.#attempts = { ...this.#attempts, [outcome]: this.#attempts[outcome] + 1 };
    this.#sum += 1;
  }

  take(): Attempts {
    const attempts = this.#attempts;
    this.#attempts = NONE;
    return attempts;
  }

  #outcomeOf(status: number): keyof Attempts {
    if (this.#takenOn.includes(status)) return 'takenOn';
    if (REFUSALS.includes(status)) return 'refused';
    if (status === NO_ANSWER) return 'unanswered';
    // Any other status means that the attack is broken and measures nothing.
    throw new Error(`The attack was answered ${status}`);
  }
}
