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

/** Counted from the first failure. */
export const WINDOW_SECONDS = 15 * 60;
/** Per account and network, and per known device: people mistype a few times. */
export const FAILURES_PER_PLACE = 10;
/** Across all accounts, because a whole office shares one address. */
const FAILURES_PER_NETWORK = 100;
/** From networks where the account has no session. Above this, one attempt per `TURN_SECONDS` is checked. */
export const FAILURES_PER_ACCOUNT = 20;
export const TURN_SECONDS = 30;

export interface SignInAttempt {
  /** As typed. There may be no such user. */
  readonly username: string;
  readonly userId: number | undefined;
  /** Undefined when the client has disconnected. */
  readonly address: string | undefined;
  /** A device that has signed in to this account before. */
  readonly device: string | null;
}

/** Removes the failure that was counted in advance. */
export type WentWell = () => Promise<void>;

interface Options {
  readonly db: Queryable;
  /** Hashes the counters' keys: people type passwords into the name field, and addresses are easy to enumerate. */
  readonly secret: string;
  readonly now?: () => Date;
}

/**
 * Slows password guessing without letting anybody lock another person's account. Failures count per account and
 * network. A known device has its own count, which nobody else can use up.
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
   * Counts a failure before the password is checked, so that parallel attempts count too. After too many, even the
   * right password gets a 429; otherwise guessing could continue.
   */
  async admit(attempt: SignInAttempt): Promise<WentWell> {
    await forgetFailuresBefore(this.#db, new Date(this.#now().getTime() - WINDOW_SECONDS * 1000));
    return attempt.device === null ? this.#admitStranger(attempt) : this.#admitDevice(attempt.device);
  }

  /** Returns a keyed hash, so that stored sessions do not reveal the client's network. */
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
      // The password is not checked, so this is not a failure.
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
