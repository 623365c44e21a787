import Dexie from 'dexie';
import { collectionOf, follow, open, pull, until } from './account.ts';
import { PAGE_SIZE, pageTexts } from './backend.ts';
import { bookOf } from './book.ts';
import { timed } from './raw.ts';

let databases = 0;

/**
 * Returns the time in ms from the text of a list's pages until all records are on the disk and in the collection, as in
 * the first pull.
 */
export async function bulkLoad(count: number): Promise<number> {
  databases += 1;
  const pages = pageTexts(bookOf(count), PAGE_SIZE);
  const db = await open(`bulk-${databases}`);
  const collection = collectionOf('customers');
  const stop = follow(db, 'customers', collection);
  await until(collection, ({ complete }) => complete);
  const ms = await timed(async () => {
    await pull(db, pages);
    await until(collection, ({ records }) => records.length === count);
  });
  stop();
  const held = await db.relaxed.customers.count();
  db.close();
  await Dexie.delete(db.name);
  if (held !== count) throw new Error(`${held} records were mirrored.`);
  return ms;
}
