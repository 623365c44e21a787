import type { TokenPair } from '../../api/auth-api.ts';
import { type Account, TOKENS_LOCK, type TokenStore } from '../../auth/token-store.ts';
import type { Accounts } from '../../db/accounts.ts';
import { createStore } from '../../domain/ports.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { AccountServices } from './account-services.ts';
import { acrossSleep, type DeviceWithDatabases } from './device-with-databases.ts';
import { forget, forgetLeft, noteLeft } from './end-removals.ts';
import {
  CLOSED,
  nextOpening,
  type Opening,
  type OpeningEvent,
  type OpeningProblem,
  type OpeningStep,
} from './opening.ts';

const SLOW_OPENING_MS = 5000;

interface Options {
  readonly device: DeviceWithDatabases;
  readonly store: TokenStore;
  readonly accounts: Accounts;
  readonly wanted: () => Account | null;
  /** @param onClosed call it when the database is closed from outside */
  readonly open: (account: Account, onClosed: () => void) => Promise<AccountServices>;
  /** Called without waiting for the result. */
  readonly endSession: (tokens: TokenPair) => void;
}

/**
 * Opens and closes the signed-in account's database, one step at a time, so that two databases are never open at once.
 */
export class AccountOpening {
  readonly #options: Options;
  #state: Opening = CLOSED;
  readonly #shown = createStore<RecordServices | OpeningProblem | null>(null);
  #services: AccountServices | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#shown.subscribe;

  readonly getSnapshot = this.#shown.getSnapshot;

  get services(): AccountServices | null {
    return this.#state.is === 'open' ? this.#services : null;
  }

  /** Resolves when all steps queued so far are done. Never rejects. */
  get turns(): Promise<void> {
    return this.#last;
  }

  /** Opens the session's account, and closes any other. */
  follow(): void {
    this.inTurn(() => this.#run({ is: 'wanted', account: this.#options.wanted() }));
  }

  /** Closes the account after a log-out and removes its data, unless changes are waiting. */
  leave(account: Account, tokens: TokenPair | null): void {
    noteLeft(this.#options.device.storage, account.databaseName);
    this.inTurn(() => this.#leave(account, tokens));
  }

  inTurn(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((cause: unknown) => {
      this.#options.device.log.error('changing the account failed', cause);
      this.#note({ is: 'failed', cause });
    });
  }

  async #run(event: OpeningEvent): Promise<void> {
    for (let now: OpeningEvent | null = event; now; ) now = await this.#do(this.#note(now));
  }

  #note(event: OpeningEvent): OpeningStep {
    const { state, step } = nextOpening(this.#state, event);
    this.#state = state;
    const snapshot = this.#snapshotOf(state);
    if (snapshot !== this.getSnapshot()) this.#shown.set(snapshot);
    return step;
  }

  #snapshotOf(state: Opening): RecordServices | OpeningProblem | null {
    if ('problem' in state) return state.problem;
    return state.is === 'open' || state.lost ? (this.#services?.records ?? null) : null;
  }

  async #do(step: OpeningStep): Promise<OpeningEvent | null> {
    switch (step.do) {
      case 'open':
        return this.#open(step.account);
      case 'close':
        return this.#close(step.account);
      case 'wake':
        this.#services?.wake();
        return null;
      case 'nothing':
        return null;
    }
  }

  async #open(account: Account): Promise<OpeningEvent> {
    const { device, store, open } = this.#options;
    const services = await acrossSleep(device, async (again) => {
      // After a log-out in another tab, opening would create the database again.
      if (again && store.account()?.databaseName !== account.databaseName) return null;
      return this.#watchingTime(() => open(account, () => this.#lose(account)));
    });
    if (!services) return { is: 'left' };
    this.#services = services;
    return { is: 'opened' };
  }

  async #close({ key }: Account): Promise<OpeningEvent> {
    const closing = this.#services;
    this.#services = null;
    await closing?.close();
    // Ask the store: another tab may announce its log-out only after it has deleted the database.
    return { is: 'closed', stillSignedIn: this.#options.store.account()?.key === key };
  }

  #lose(account: Account): void {
    this.inTurn(() => this.#run({ is: 'lost', account }));
  }

  async #leave(account: Account, tokens: TokenPair | null): Promise<void> {
    const { device, accounts, endSession } = this.#options;
    if (!(await this.#marksLeaving(account))) return;
    const open = this.services?.account.key === account.key ? this.services : null;
    // The read fails if another tab's log-out has already removed the database. Leave the account anyway.
    const endsSessions = (await open?.announces('sign-out').catch(() => false)) ?? false;
    await this.#run({ is: 'loggedOut', account });
    if (endsSessions && tokens) endSession(tokens);
    forget(device, accounts, account.databaseName);
  }

  /** @returns false if the account has signed in again */
  #marksLeaving({ key, databaseName }: Account): Promise<boolean> {
    const { device, store, accounts } = this.#options;
    return acrossSleep(device, () =>
      device.locks.request(TOKENS_LOCK, async () => {
        const isBack = store.account()?.key === key;
        if (!isBack) await accounts.markLeaving(databaseName);
        forgetLeft(device.storage, databaseName);
        return !isBack;
      }),
    );
  }

  async #watchingTime<T>(work: () => Promise<T>): Promise<T> {
    const cancel = this.#options.device.clock.setTimer(() => this.#note({ is: 'slow' }), SLOW_OPENING_MS);
    try {
      return await work();
    } finally {
      cancel();
    }
  }
}
