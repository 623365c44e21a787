import { enterCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { listCompanies } from './accounts.ts';
import { forgetDeletions } from './change-feed.ts';

/** How long a device may be offline and still receive deletions. */
const KEPT_DAYS = 180;
const DAY_MS = 24 * 60 * 60_000;

/** Forgets old deletions now and once a day. Returns a function that stops this. */
export function keepForgetting(db: Database, onFailed: (error: unknown) => void): () => Promise<void> {
  let last = Promise.resolve();
  const forget = (): void => {
    last = last.then(() => forgetOldDeletions(db)).catch(onFailed);
  };
  forget();
  const timer = setInterval(forget, DAY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}

async function forgetOldDeletions(db: Database): Promise<void> {
  for (const { id } of await listCompanies(db)) {
    await db.transaction(async (tx) => forgetDeletions(await enterCompany(tx, id), KEPT_DAYS));
  }
}
