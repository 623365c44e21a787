import type { Transaction } from './database.ts';
import { endsTransaction } from './database-errors.ts';

/** Whether there is a savepoint, and whether work that must be kept was done since. */
type State = 'none' | 'passed' | 'fresh';

/** Consecutive parts of one transaction, each of which can fail alone. */
export class Savepoint {
  readonly #tx: Transaction;
  #state: State = 'none';

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  /** Rolls back what `work` did when it fails, and rethrows the error. Must not be called from within `work`. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    await this.#set();
    try {
      const result = await work();
      this.#state = 'passed';
      return result;
    } catch (error) {
      if (!endsTransaction(error)) {
        await this.#tx.script('rollback to savepoint attempt');
        this.#state = 'fresh';
      }
      throw error;
    }
  }

  /** One round trip: releases the last savepoint and sets the next one. */
  async #set(): Promise<void> {
    if (this.#state === 'fresh') return;
    const last = this.#state === 'none' ? '' : 'release savepoint attempt; ';
    await this.#tx.script(`${last}savepoint attempt`);
    this.#state = 'fresh';
  }
}
