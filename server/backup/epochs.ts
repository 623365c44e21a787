import { enterCompany } from '../db/company-scope.ts';
import { databaseIn } from '../db/data-folder.ts';
import type { Database, Transaction } from '../db/database.ts';
import { forgetCutOff, wasCutOff } from '../db/folder-lock.ts';
import { listCompanies } from '../repositories/accounts.ts';
import { beginEpoch } from '../repositories/change-feed.ts';
import { leapSettings } from '../repositories/company-settings.ts';
import { BACKUP_TIMEOUT_MS } from './read-database.ts';
import { sequenceOf, type Table, tablesInOrder } from './tables.ts';
import { closeAgain, openUp } from './write-database.ts';

/** More than the number of changes between a backup and its restore. */
const LEAP = 1_000_000;
/** Smaller, because people read estimate numbers. */
const ESTIMATES_LEAP = 1_000;
const START_MS = Date.UTC(2026, 0, 1);

/**
 * The leap grows by one each millisecond. Otherwise a second restore of the same backup would issue again what was
 * issued after the first one.
 */
function leapAt(now: number): number {
  return LEAP + Math.max(0, now - START_MS);
}

/**
 * Makes every app read its data again after a restore. Devices have seen changes newer than the backup. If an
 * id, version or estimate number were issued again, a waiting change would apply to another record, or to a state
 * that its user never saw.
 */
export async function beginEpochs(db: Database, now = Date.now()): Promise<number> {
  const by = leapAt(now);
  await db.transaction((tx) => leap(tx, by, now), { timeoutMs: BACKUP_TIMEOUT_MS });
  const companies = await listCompanies(db);
  for (const { id } of companies) {
    await db.transaction(async (tx) => {
      const scope = await enterCompany(tx, id);
      await leapSettings(scope, by);
      await beginEpoch(scope);
    });
  }
  return companies.length;
}

/**
 * Begins epochs if the embedded database may have lost its last writes in a power cut. Call it before anything is
 * served. If the process ends midway, the next start does it again.
 */
export async function beginEpochsAfterCut(db: Database, dataDir: string): Promise<boolean> {
  const folder = databaseIn(dataDir);
  if (!wasCutOff(folder)) return false;
  await beginEpochs(db);
  forgetCutOff(folder);
  return true;
}

async function leap(tx: Transaction, by: number, now: number): Promise<void> {
  const tables = await tablesInOrder(tx);
  await openUp(tx, tables);
  for (const table of tables) {
    for (const column of table.drawn) await leapSequence(tx, table, { column, by });
    if (table.columns.split(', ').includes('version')) {
      await tx.query(`update ${table.quoted} set version = version + $1`, [by]);
    }
  }
  await leapEstimates(tx, now);
  await closeAgain(tx, tables);
}

/**
 * Grows by one each minute since the company's last estimate in the backup, so that numbers stay short, and a second
 * restore of the same backup a minute later leaps further than the first one.
 */
async function leapEstimates(tx: Transaction, now: number): Promise<void> {
  await tx.query(
    `update companies set last_estimate_number = last_estimate_number + $1 + greatest(0, floor(extract(epoch from
       $2::timestamptz - coalesce(
         (select max(created_at) from estimates where company_id = companies.id), companies.created_at
       )) / 60))::bigint`,
    [ESTIMATES_LEAP, new Date(now).toISOString()],
  );
}

async function leapSequence(
  tx: Transaction,
  { quoted }: Table,
  { column, by }: { readonly column: string; readonly by: number },
): Promise<void> {
  const sequence = await sequenceOf(tx, quoted, column);
  await tx.query(`select setval($1::regclass, (select last_value from ${sequence}) + $2::bigint)`, [
    sequence,
    by,
  ]);
}
