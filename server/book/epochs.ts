import { enterCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { listCompanies } from '../repositories/accounts.ts';
import { beginEpoch } from '../repositories/change-feed.ts';

/**
 * Has every app read its company's book anew. What an app knows of a book that was put back since may not be in it any
 * more, and numbers of changes are given a second time.
 */
export async function beginEpochs(db: Database): Promise<number> {
  const companies = await listCompanies(db);
  for (const { id } of companies) {
    await db.transaction(async (tx) => beginEpoch(await enterCompany(tx, id)));
  }
  return companies.length;
}

/** Whether the database numbers its changes: one that was restored may be of an age when none did. */
export async function knowsChanges(db: Database): Promise<boolean> {
  const [found] = await db.query<{ known: boolean }>(
    "select to_regclass('change_counters') is not null as known",
  );
  return found?.known === true;
}
