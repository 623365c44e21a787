import { enterCompany } from '../../../server/db/company-scope.ts';
import type { Database, Row } from '../../../server/db/database.ts';

/** Runs a statement as the server would for a company. The statement need not name the company. */
export function inCompany<R extends object = Row>(
  db: Database,
  companyId: number,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly R[]> {
  return db.transaction(async (tx) => {
    await enterCompany(tx, companyId);
    return tx.query<R>(sql, values);
  });
}
