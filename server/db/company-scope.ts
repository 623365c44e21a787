import { APPLICATION_ROLE } from './application-role.ts';
import type { Database, Queryable, Row, Transaction } from './database.ts';
import { endsTransaction, onceMore } from './database-errors.ts';

declare const entered: unique symbol;

/**
 * The rows of one company, for one transaction. Every statement must use the company's id, which it gets as $1;
 * row-level security stops a statement that does not. Repositories of business rows take a scope, never a database, so
 * every access names a company.
 */
export interface CompanyScope extends Queryable {
  readonly [entered]: true;
  /** As in `Transaction`. */
  isWanted(): boolean;
  /** If `work` fails, rolls back what it did and rethrows the error. Must not be nested. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

type Work<T> = (scope: CompanyScope) => Promise<T>;

/**
 * Each call is a transaction that takes turns with other companies' transactions. `work` runs again if a conflict
 * rolled it back, so it must have no effect outside its scope.
 */
export interface CompanyConnection {
  within<T>(work: Work<T>): Promise<T>;
  change<T>(work: Work<T>): Promise<T>;
}

/** `by` is the user's name, for rows that keep it. */
export function connectToCompany(db: Database, companyId: number, by = ''): CompanyConnection {
  const name = `company ${companyId}`;
  const run = <T>(work: Work<T>, writes: boolean): Promise<T> =>
    db.transaction(async (tx) => work(await enterCompany(tx, companyId, by)), {
      sender: { name, writes, shares: true },
    });
  return {
    within: (work) => onceMore(() => run(work, false)),
    change: (work) => onceMore(() => run(work, true)),
  };
}

/** Runs each call within an open transaction. A call can fail without undoing the others. */
export function connectionWithin(scope: CompanyScope): CompanyConnection {
  const part = <T>(work: Work<T>): Promise<T> => scope.attempt(() => work(scope));
  return { within: part, change: part };
}

export async function enterCompany(tx: Transaction, companyId: number, by = ''): Promise<CompanyScope> {
  // The settings last until the transaction ends, as with `set local`.
  await tx.query(
    "select set_config('app.company_id', $1, true), set_config('app.user', $3, true), set_config('role', $2, true)",
    [String(companyId), APPLICATION_ROLE, by],
  );
  const savepoint = new Savepoint(tx);
  const scope: Omit<CompanyScope, typeof entered> = {
    query: <R extends object = Row>(sql: string, values: readonly unknown[] = []) =>
      tx.query<R>(sql, [companyId, ...values]),
    isWanted: () => tx.isWanted(),
    attempt: (work) => savepoint.attempt(work),
  };
  // The brand exists only for the compiler.
  return scope as CompanyScope;
}

/** No savepoint, a savepoint with work after it, or a fresh savepoint. */
type State = 'none' | 'passed' | 'fresh';

class Savepoint {
  readonly #tx: Transaction;
  #state: State = 'none';

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

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

  async #set(): Promise<void> {
    if (this.#state === 'fresh') return;
    const last = this.#state === 'none' ? '' : 'release savepoint attempt; ';
    await this.#tx.script(`${last}savepoint attempt`);
    this.#state = 'fresh';
  }
}
