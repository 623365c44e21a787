import Dexie from 'dexie';
import { open, pull } from './account.ts';
import { PAGE_SIZE, pageTexts } from './backend.ts';
import { bookOf } from './book.ts';
import { timed } from './raw.ts';

let databases = 0;

/** From the text of a list's pages to all of its records on the disk, as the engine's first reading puts them; in ms. */
export async function bulkLoad(count: number): Promise<number> {
  databases += 1;
  const pages = pageTexts(bookOf(count), PAGE_SIZE);
  const db = await open(`bulk-${databases}`);
  const ms = await timed(() => pull(db, pages));
  const held = await db.relaxed.customers.count();
  db.close();
  await Dexie.delete(db.name);
  if (held !== count) throw new Error(`${held} records were mirrored.`);
  return ms;
}
