import type { LiveCollection } from '../../src/db/live-collection.ts';
import { collectionOf, follow, open, until } from './account.ts';
import { answerOf, openRaw, timed } from './raw.ts';

/** The rows that a list paints first. */
const FIRST_PAINT = 50;

/** From the start of the live reader to the first rows in the collection, in ms. */
export function firstRows(name: string): Promise<number> {
  return reading(name, (collection) => until(collection, ({ records }) => records.length >= FIRST_PAINT));
}

/** From the start of the live reader to the whole table in the collection, in ms. */
export function wholeMirror(name: string): Promise<number> {
  return reading(name, (collection) => until(collection, ({ complete }) => complete));
}

async function reading(name: string, read: (collection: LiveCollection) => Promise<void>): Promise<number> {
  const db = await open(name);
  const collection = collectionOf('customers');
  let stop = (): void => undefined;
  const ms = await timed(async () => {
    stop = follow(db, 'customers', collection);
    await read(collection);
  });
  stop();
  // What the reader had begun is over before the next contestant runs.
  await db.relaxed.customers.limit(1).toArray();
  db.close();
  return ms;
}

/** The same rows by the index alone, in ms. */
export async function rawFirstRows(name: string): Promise<number> {
  const db = await openRaw(name);
  const ms = await timed(async () => {
    const index = db.transaction('customers').objectStore('customers').index('position') as IndexWithOptions;
    const rows = await answerOf(index.getAll({ count: FIRST_PAINT, direction: 'prev' }));
    if (rows.length !== FIRST_PAINT) throw new Error(`${rows.length} rows were read.`);
  });
  db.close();
  return ms;
}

/** Newer than the types that we have: without it the index could only be read from its other end. */
interface IndexWithOptions extends IDBIndex {
  getAll(options?: unknown): IDBRequest<unknown[]>;
}

/** The same records in one call, in ms. */
export async function rawWholeMirror(name: string): Promise<number> {
  const db = await openRaw(name);
  const ms = await timed(() => answerOf(db.transaction('customers').objectStore('customers').getAll()));
  db.close();
  return ms;
}
