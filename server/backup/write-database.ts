import { UsageError } from '../config/usage-error.ts';
import type { Transaction } from '../db/database.ts';
import type { BackupSink, TableFacts } from './backup-format.ts';
import { appliedMigrations, factsOf, type Table, tablesInOrder, writeTimesInUtc } from './tables.ts';

class BackupMismatchError extends UsageError {
  override readonly name = 'BackupMismatchError';
}

/**
 * Fills an empty database that has the backup's migrations, then compares every table with the backup. After a
 * `BackupMismatchError` the caller rolls back. Error messages start with `place`.
 */
export function databaseSink(tx: Transaction, place: string): BackupSink {
  let tables: readonly Table[] = [];
  let current: Table | undefined;
  const expected: TableFacts[] = [];

  return {
    async begin({ migrations }) {
      await writeTimesInUtc(tx);
      const applied = await appliedMigrations(tx);
      if (applied.join() !== migrations.join()) {
        throw new BackupMismatchError(
          `${place} has different migrations: ${applied.join(', ')} instead of ${migrations.join(', ')}.`,
        );
      }
      tables = await tablesInOrder(tx);
      await tx.query(`lock table ${tables.map(({ quoted }) => quoted).join(', ')} in exclusive mode`);
      await openUp(tx, tables);
      await assertEmpty(tx, tables, place);
    },

    async table(facts) {
      current = tables.find(({ name }) => name === facts.table);
      if (!current) throw new BackupMismatchError(`${place} has no table ${facts.table}.`);
      expected.push(facts);
    },

    async rows(rows) {
      if (!current) throw new Error('Rows before their table');
      await tx.query(
        `insert into ${current.quoted} (${current.columns}) overriding system value
         select ${current.columns} from jsonb_populate_recordset(null::${current.quoted}, $1::text::jsonb)`,
        [`[${rows.join(',')}]`],
      );
    },

    async end() {
      for (const facts of expected) await setSequences(tx, facts);
      const differing = await differences(tx, tables, expected);
      if (differing.length > 0) {
        throw new BackupMismatchError(`${place} does not hold what it should: ${differing.join('; ')}.`);
      }
      await closeAgain(tx, tables);
    },
  };
}

/**
 * Disables triggers, because their results are in the backup, and forced row-level security, which keeps even the
 * owner from filling the tables. Call `closeAgain` before the commit.
 */
export async function openUp(tx: Transaction, tables: readonly Table[]): Promise<void> {
  for (const { quoted, forced, triggered } of tables) {
    if (forced) await tx.query(`alter table ${quoted} no force row level security`);
    if (triggered) await tx.query(`alter table ${quoted} disable trigger user`);
  }
}

export async function closeAgain(tx: Transaction, tables: readonly Table[]): Promise<void> {
  for (const { quoted, forced, triggered } of tables) {
    if (triggered) await tx.query(`alter table ${quoted} enable trigger user`);
    if (forced) await tx.query(`alter table ${quoted} force row level security`);
  }
}

async function assertEmpty(tx: Transaction, tables: readonly Table[], place: string): Promise<void> {
  for (const { name, quoted } of tables) {
    const found = await tx.query(`select from ${quoted} limit 1`);
    if (found.length > 0) throw new BackupMismatchError(`${place} is not empty: there are rows in ${name}.`);
  }
}

async function setSequences(tx: Transaction, { table, sequences }: TableFacts): Promise<void> {
  for (const { column, last, called } of sequences) {
    await tx.query('select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3::bigint, $4)', [
      table,
      column,
      last,
      called,
    ]);
  }
}

async function differences(
  tx: Transaction,
  tables: readonly Table[],
  expected: readonly TableFacts[],
): Promise<readonly string[]> {
  const differing: string[] = [];
  for (const table of tables) {
    const facts = expected.find((one) => one.table === table.name);
    const found = await factsOf(tx, table);
    if (!facts) differing.push(`${table.name} is not in the backup`);
    else if (facts.rows !== found.rows) {
      differing.push(`${table.name} has ${found.rows} rows instead of ${facts.rows}`);
    } else if (facts.fingerprint !== found.fingerprint) {
      differing.push(`the rows of ${table.name} are not the same`);
    } else if (JSON.stringify(facts.sequences) !== JSON.stringify(found.sequences)) {
      differing.push(`new ids in ${table.name} would not continue where the backup left off`);
    }
  }
  return differing;
}
