import type { Database } from '../db/database.ts';
import { BACKUP_VERSION, type BackupSink } from './backup-format.ts';
import { appliedMigrations, factsOf, tablesInOrder, writeTimesInUtc } from './tables.ts';

const PIECE = 500;
/** A million rows take minutes. Meanwhile the embedded database does nothing else. */
export const BACKUP_TIMEOUT_MS = 60 * 60_000;

/** Reads one consistent snapshot. */
export async function readDatabase(db: Database, sink: BackupSink, now: Date): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read');
      await writeTimesInUtc(tx);
      await sink.begin({
        format: 'restoration-crm-book',
        version: BACKUP_VERSION,
        createdAt: now.toISOString(),
        migrations: [...(await appliedMigrations(tx))],
      });
      for (const table of await tablesInOrder(tx)) {
        await sink.table(await factsOf(tx, table));
        await tx.query(
          `declare backup_rows no scroll cursor for select to_jsonb(t)::text as row from ${table.quoted} t`,
        );
        for (;;) {
          const piece = await tx.query<{ row: string }>(`fetch forward ${PIECE} from backup_rows`);
          if (piece.length === 0) break;
          await sink.rows(piece.map(({ row }) => row));
        }
        await tx.query('close backup_rows');
      }
      await sink.end();
    },
    { timeoutMs: BACKUP_TIMEOUT_MS },
  );
}
