import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Target } from './attack.ts';
import { type Attempts, attemptsSchema } from './attempt-count.ts';

/** An attack in its own process, so that it takes no time from the process that measures. */
export class RunningAttack {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exit = new Promise((resolve) => child.once('exit', resolve));
  }

  /** Resolves when as many attempts have ended as the attack runs concurrently. */
  static async start(name: string, target: Target): Promise<RunningAttack> {
    const child = fork(new URL('./attacker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    const attack = new RunningAttack(child);
    await attack.#told({ ...target, attack: name });
    return attack;
  }

  /** Returns the counts since the last call. Fails if the attack has ended by itself. */
  async count(): Promise<Attempts> {
    return attemptsSchema.parse(await this.#told('count'));
  }

  /** Ends the attack, and waits for the last attempts, so that the server has nothing left to do for them. */
  async end(): Promise<void> {
    this.#say('end');
    await this.#exit;
  }

  async #told(message: string | object): Promise<unknown> {
    const answer = once(this.#child, 'message').then(([said]: unknown[]) => said);
    this.#say(message);
    return Promise.race([answer, this.#exit.then(endedEarly)]);
  }

  /** Ignores the error that a message to an exited process causes, because the exit is reported elsewhere. */
  #say(message: string | object): void {
    this.#child.send(message, () => undefined);
  }
}

function endedEarly(code: number | null): never {
  throw new Error(`The attacker ended with ${String(code)}`);
}
