import { enterCompany } from '../db/company-scope.ts';
import type { Database, Transaction } from '../db/database.ts';
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

/**
 * Makes every app read its data again after a restore. Devices have seen changes newer than the backup. If an
 * id, version or estimate number were issued again, a waiting change would apply to another record, or to a state
 * that its user never saw.
 */
export async function beginEpochs(db: Database): Promise<number> {
  await db.transaction(leap, { timeoutMs: BACKUP_TIMEOUT_MS });
  const companies = await listCompanies(db);
  for (const { id } of companies) {
    await db.transaction(async (tx) => {
      const scope = await enterCompany(tx, id);
      await leapSettings(scope, LEAP);
      await beginEpoch(scope);
    });
  }
  return companies.length;
}

async function leap(tx: Transaction): Promise<void> {
  const tables = await tablesInOrder(tx);
  await openUp(tx, tables);
  for (const table of tables) {
    for (const column of table.drawn) await leapSequence(tx, table, column);
    if (table.columns.split(', ').includes('version')) {
      await tx.query(`update ${table.quoted} set version = version + $1`, [LEAP]);
    }
  }
  await tx.query('update companies set last_estimate_number = last_estimate_number + $1', [ESTIMATES_LEAP]);
  await closeAgain(tx, tables);
}

async function leapSequence(tx: Transaction, { quoted }: Table, column: string): Promise<void> {
  const sequence = await sequenceOf(tx, quoted, column);
  await tx.query(`select setval($1::regclass, (select last_value from ${sequence}) + $2::bigint)`, [
    sequence,
    LEAP,
  ]);
}
