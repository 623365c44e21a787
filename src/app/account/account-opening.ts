import type { TokenPair } from '../../api/auth-api.ts';
import { type Account, TOKENS_LOCK, type TokenStore } from '../../auth/token-store.ts';

import type { Accounts } from '../../db/accounts.ts';
import { createStore } from '../../domain/store.ts';
import type { RecordServices } from '../../records/record-services.ts';
import type { AccountServices } from './account-services.ts';
import { acrossSleep, type DeviceWithDatabases } from './device-with-databases.ts';
import { forget } from './end-removals.ts';
import {
  CLOSED,
  nextOpening,
  type Opening,
  type OpeningEvent,
  type OpeningProblem,
  type OpeningStep,
} from './opening.ts';

/** Time in ms after which an opening is no longer a matter of a spinner. */
const SLOW_OPENING_MS = 5000;

interface Options {
  readonly device: DeviceWithDatabases;
  readonly store: TokenStore;
  readonly accounts: Accounts;
  /** The account that the session names. */
  readonly wanted: () => Account | null;
  /** @param onClosed to be called when the database is closed from outside */
  readonly open: (account: Account, onClosed: () => void) => Promise<AccountServices>;
  /** Ends a session on a server that can; nobody waits for it. */
  readonly endSession: (tokens: TokenPair) => void;
}

/** Opens and closes the signed-in account's database, one step at a time: two must never be open. */
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

  /** The account's records; null while none are to be seen. */
  readonly getSnapshot = this.#shown.getSnapshot;

  /** What the open account has; null while none is open. */
  get services(): AccountServices | null {
    return this.#state.is === 'open' ? this.#services : null;
  }

  /** Resolves when what has been begun so far is done. Never rejects. */
  get turns(): Promise<void> {
    return this.#last;
  }

  /** Opens the account that the session names, and closes another one. */
  follow(): void {
    this.inTurn(() => this.#run({ is: 'wanted', account: this.#options.wanted() }));
  }

  /** A person has logged out: what need not be kept of the account leaves the device. */
  leave(account: Account, tokens: TokenPair | null): void {
    this.inTurn(() => this.#leave(account, tokens));
  }

  /** Does `work` after all that was begun before. */
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
      // Logged out while the page was away, its database would be made again.
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
    // The word of a logout may come later than the deletion that follows it.
    return { is: 'closed', stillSignedIn: this.#options.store.account()?.key === key };
  }

  #lose(account: Account): void {
    this.inTurn(() => this.#run({ is: 'lost', account }));
  }

  async #leave(account: Account, tokens: TokenPair | null): Promise<void> {
    const { device, accounts, endSession } = this.#options;
    if (!(await this.#marksLeaving(account))) return;
    const open = this.services?.account.key === account.key ? this.services : null;
    // Another tab's log-out may have taken the database away already: the account is left all the same.
    const endsSessions = (await open?.announces('sign-out').catch(() => false)) ?? false;
    await this.#run({ is: 'loggedOut', account });
    if (endsSessions && tokens) endSession(tokens);
    forget(device, accounts, account.databaseName);
  }

  /** @returns whether the account is still left: it may have signed in again */
  #marksLeaving({ key, databaseName }: Account): Promise<boolean> {
    const { device, store, accounts } = this.#options;
    return acrossSleep(device, () =>
      device.locks.request(TOKENS_LOCK, async () => {
        if (store.account()?.key === key) return false;
        await accounts.markLeaving(databaseName);
        return true;
      }),
    );
  }

  /** Does `work`, and says so where it takes long. */
  async #watchingTime<T>(work: () => Promise<T>): Promise<T> {
    const inTime = this.#options.device.clock.setTimer(() => this.#note({ is: 'slow' }), SLOW_OPENING_MS);
    try {
      return await work();
    } finally {
      inTime();
    }
  }
}
