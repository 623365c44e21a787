import { enterCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { listCompanies } from './accounts.ts';
import { forgetDeletions } from './change-feed.ts';

/** How long a device may be offline and still receive deletions. */
const KEPT_DAYS = 180;

export async function forgetOldDeletions(db: Database): Promise<void> {
  for (const { id } of await listCompanies(db)) {
    await db.transaction(async (tx) => forgetDeletions(await enterCompany(tx, id), KEPT_DAYS));
  }
}
