import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Target } from './attack.ts';
import { type Attempts, attemptsSchema } from './attempt-count.ts';

/** An attack in a process of its own, whose work is not that of the one that measures. */
export class RunningAttack {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exit = new Promise((resolve) => child.once('exit', resolve));
  }

  /** Is there once as many attempts have ended as are under way at once. */
  static async start(name: string, target: Target): Promise<RunningAttack> {
    const child = fork(new URL('./attacker.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
    const attack = new RunningAttack(child);
    await attack.#told({ ...target, attack: name });
    return attack;
  }

  /** The attempts that have ended since it was asked last. Fails where the attack has ended by itself. */
  async count(): Promise<Attempts> {
    return attemptsSchema.parse(await this.#told('count'));
  }

  /** Lets what is under way come to its end, so that the server has nothing left of it. */
  async end(): Promise<void> {
    this.#say('end');
    await this.#exit;
  }

  async #told(message: string | object): Promise<unknown> {
    const answer = once(this.#child, 'message').then(([said]: unknown[]) => said);
    this.#say(message);
    return Promise.race([answer, this.#exit.then(endedEarly)]);
  }

  /** To one that is gone nothing can be said: its exit tells that. */
  #say(message: string | object): void {
    this.#child.send(message, () => undefined);
  }
}

function endedEarly(code: number | null): never {
  throw new Error(`The attacker ended with ${String(code)}`);
}
