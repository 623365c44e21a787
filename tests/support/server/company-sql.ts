import { enterCompany } from '../../../server/db/company-scope.ts';
import type { Database, Row } from '../../../server/db/database.ts';

/** A statement of our own as the server's would run for a company; it need not name the company itself. */
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
