import type { Transaction } from './database.ts';
import { endsTransaction } from './database-errors.ts';

/** Whether there is a savepoint, and whether anything that is to stay was done since. */
type State = 'none' | 'passed' | 'fresh';

/** Parts of one transaction, one after the other, each of which can fail by itself. */
export class Savepoint {
  readonly #tx: Transaction;
  #state: State = 'none';

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  /** Undoes what `work` has done where that fails, and passes the error on. Not to be called from within `work`. */
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

  /** One round trip each time: the last savepoint is given up together with setting the next. */
  async #set(): Promise<void> {
    if (this.#state === 'fresh') return;
    const last = this.#state === 'none' ? '' : 'release savepoint attempt; ';
    await this.#tx.script(`${last}savepoint attempt`);
    this.#state = 'fresh';
  }
}
