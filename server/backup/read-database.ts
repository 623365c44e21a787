import type { Database } from '../db/database.ts';
import { BOOK_VERSION, type BookSink } from './book.ts';
import { appliedMigrations, factsOf, tablesInOrder, writeTimesInUtc } from './tables.ts';

const PIECE = 500;
/** A book of a million rows takes minutes. Until it is read, the embedded database does nothing else. */
export const BOOK_TIMEOUT_MS = 60 * 60_000;

/** Gives everything in the database to `sink`, all of it as of one moment. */
export async function readDatabase(db: Database, sink: BookSink, now: Date): Promise<void> {
  await db.transaction(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read');
      await writeTimesInUtc(tx);
      await sink.begin({
        format: 'restoration-crm-book',
        version: BOOK_VERSION,
        createdAt: now.toISOString(),
        migrations: [...(await appliedMigrations(tx))],
      });
      for (const table of await tablesInOrder(tx)) {
        await sink.table(await factsOf(tx, table));
        await tx.query(
          `declare book no scroll cursor for select to_jsonb(t)::text as row from ${table.quoted} t`,
        );
        for (;;) {
          const piece = await tx.query<{ row: string }>(`fetch forward ${PIECE} from book`);
          if (piece.length === 0) break;
          await sink.rows(piece.map(({ row }) => row));
        }
        await tx.query('close book');
      }
      await sink.end();
    },
    { timeoutMs: BOOK_TIMEOUT_MS },
  );
}
