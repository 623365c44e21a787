import { APPLICATION_ROLE } from './application-role.ts';
import type { Database, Queryable, Row, Transaction } from './database.ts';

declare const entered: unique symbol;

/**
 * The rows of one company, for as long as a transaction lasts. Every statement gets the company's id as $1, before its
 * own values, and must use it; one that does not meets the row-level security of the tables, and still reaches no other
 * company's row. Repositories of business rows take a scope and never a database, so that there is no way to such a row
 * that does not name a company.
 */
export interface CompanyScope extends Queryable {
  readonly [entered]: true;
}

/** Where a company's rows are reached: each call is a transaction of its own. */
export interface CompanyDoor {
  within<T>(work: (scope: CompanyScope) => Promise<T>): Promise<T>;
}

export function companyDoor(db: Database, companyId: number): CompanyDoor {
  return { within: (work) => db.transaction(async (tx) => work(await enterCompany(tx, companyId))) };
}

/** Hands a transaction over to a company. There is no way back: until it ends it reaches that company's rows alone. */
export async function enterCompany(tx: Transaction, companyId: number): Promise<CompanyScope> {
  // One statement: both settings last as long as the transaction, as `set local` does.
  await tx.query("select set_config('app.company_id', $1, true), set_config('role', $2, true)", [
    String(companyId),
    APPLICATION_ROLE,
  ]);
  const scope: Queryable = {
    query: <R extends object = Row>(sql: string, values: readonly unknown[] = []) =>
      tx.query<R>(sql, [companyId, ...values]),
  };
  // The mark exists for the compiler only: nothing but an entered transaction is a scope.
  return scope as CompanyScope;
}
