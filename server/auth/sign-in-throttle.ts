import { createHmac } from 'node:crypto';
import type { Queryable } from '../db/database.ts';
import { clientNetwork } from '../http/client-network.ts';
import { throttled } from '../http/problem.ts';
import { hasSessionFrom } from '../repositories/sessions.ts';
import {
  countFailure,
  forgetFailures,
  forgetFailuresBefore,
  takeBackFailure,
  takeTurn,
} from '../repositories/sign-in-failures.ts';

/** Failures are counted for so long from the first, in seconds. */
export const WINDOW_SECONDS = 15 * 60;
/** Of an account from one network, and of a device that is known: a person mistypes a few times. */
export const FAILURES_PER_PLACE = 10;
/** Of a network, whatever the accounts: a whole office shares one address. */
const FAILURES_PER_NETWORK = 100;
/** Of an account, from networks where nobody has signed in to it: from here on one try after the other is taken. */
export const FAILURES_PER_ACCOUNT = 20;
/** The time from one such try to the next, in seconds. */
export const TURN_SECONDS = 30;

/** Who wants to sign in, and from where. */
export interface SignInAttempt {
  /** As it was typed; whether there is such a user makes no difference but to what is known of them. */
  readonly username: string;
  readonly userId: number | undefined;
  /** Nothing where the client has gone away. */
  readonly address: string | undefined;
  /** The device that has signed in to this account before; null where it has not, or does not show it. */
  readonly device: string | null;
}

/** Takes back what was counted, once the attempt has gone well. */
export type WentWell = () => Promise<void>;

interface Options {
  readonly db: Queryable;
  /** Keys are hashed with it: people type their password where their name belongs, and addresses are few. */
  readonly secret: string;
  readonly now?: () => Date;
}

/**
 * Makes guessing passwords hopeless without letting anybody lock an account that is not theirs. Failures are counted by
 * account and network together; a known device has a count of its own, which nobody else can fill; and an account that is
 * guessed at from many networks takes their tries one after the other.
 */
export class SignInThrottle {
  readonly #db: Queryable;
  readonly #secret: string;
  readonly #now: () => Date;

  constructor({ db, secret, now = () => new Date() }: Options) {
    this.#db = db;
    this.#secret = secret;
    this.#now = now;
  }

  /**
   * Counts an attempt as failed before its password is looked at, so that many at once are counted as well. Throws a 429
   * with `Retry-After` where there were too many: also where the password is right, or guessing would go on.
   */
  async admit(attempt: SignInAttempt): Promise<WentWell> {
    await forgetFailuresBefore(this.#db, new Date(this.#now().getTime() - WINDOW_SECONDS * 1000));
    return attempt.device === null ? this.#admitStranger(attempt) : this.#admitDevice(attempt.device);
  }

  /** Under which name a session keeps the network that it began in. */
  networkOf(attempt: Pick<SignInAttempt, 'address'>, userId: number): string {
    return this.#keyOf('session', userId, clientNetwork(attempt.address));
  }

  async #admitDevice(device: string): Promise<WentWell> {
    const key = this.#keyOf('device', device);
    await this.#count(key, FAILURES_PER_PLACE);
    return () => forgetFailures(this.#db, key);
  }

  async #admitStranger(attempt: SignInAttempt): Promise<WentWell> {
    const network = clientNetwork(attempt.address);
    const place = this.#keyOf('place', attempt.username, network);
    const shared = [this.#keyOf('network', network)];
    await this.#count(place, FAILURES_PER_PLACE);
    try {
      for (const key of shared) await this.#count(key, FAILURES_PER_NETWORK);
      if (!(await this.#isKnownPlace(attempt))) {
        const account = this.#keyOf('account', attempt.username);
        shared.push(account);
        await this.#countOrQueue(account);
      }
    } catch (error) {
      // Its password is not looked at, so that it is no failure.
      for (const key of [place, ...shared]) await takeBackFailure(this.#db, key);
      throw error;
    }
    return async () => {
      await forgetFailures(this.#db, place);
      for (const key of shared) await takeBackFailure(this.#db, key);
    };
  }

  async #isKnownPlace(attempt: SignInAttempt): Promise<boolean> {
    const { userId } = attempt;
    return userId !== undefined && hasSessionFrom(this.#db, userId, this.networkOf(attempt, userId));
  }

  async #count(key: string, most: number): Promise<void> {
    const { failures, wait } = await this.#counted(key);
    if (failures > most) throw throttled(Math.max(1, wait));
  }

  async #countOrQueue(key: string): Promise<void> {
    const { failures } = await this.#counted(key);
    if (failures <= FAILURES_PER_ACCOUNT) return;
    const wait = await takeTurn(this.#db, key, { now: this.#now(), everySeconds: TURN_SECONDS });
    if (wait > 0) throw throttled(wait);
  }

  #counted(key: string): ReturnType<typeof countFailure> {
    return countFailure(this.#db, key, { now: this.#now(), windowSeconds: WINDOW_SECONDS });
  }

  #keyOf(...parts: readonly (string | number)[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('hex');
  }
}
