import type { Queryable, Row } from './database.ts';

/**
 * The door to the rows of one company. Every statement gets the company's id as $1, before its own values,
 * and must use it; repositories of business rows take a scope and never a database, so that there is no way
 * to such a row that does not name a company.
 */
export interface CompanyScope {
  readonly companyId: number;
  query<R extends object = Row>(sql: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

/** The scope of one company on a database or within a transaction. */
export function companyScope(target: Queryable, companyId: number): CompanyScope {
  return {
    companyId,
    query: (sql, values = []) => target.query(sql, [companyId, ...values]),
  };
}
