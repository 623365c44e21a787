import { KnownRows } from '../../src/db/known-rows.ts';
import { customerSpec } from '../../src/domain/customer.ts';
import type { Wire } from '../../src/domain/resource-spec.ts';
import type { MirrorRecord } from '../../src/outbox/mirror-record.ts';
import { collectionOf, fill, follow, open, pull, until } from './account.ts';
import { PAGE_SIZE, pageTexts } from './backend.ts';
import { bookOf, movedOn } from './book.ts';
import { answerOf, committed, openRaw, timed } from './raw.ts';

interface Case {
  readonly records: number;
  /** How many of them differ from one round to the next. */
  readonly changed: number;
  readonly round: number;
}

/** The whole list is received by an account that is open, of which a few records have changed; in ms. */
export async function refresh({ records, changed, round }: Case): Promise<number> {
  const db = await open(await fill(records));
  const collection = collectionOf('customers');
  const stop = follow(db, 'customers', collection);
  await until(collection, ({ complete }) => complete);
  // Of an account that has been open for a while both have been read: what screens show, and what the engine compares with.
  const knownRows = new KnownRows(db.changes);
  await knownRows.load(db.relaxed, 'customers');
  const town = `Ours ${round}`;
  const pages = pageTexts(movedOn(bookOf(records), changed, town), PAGE_SIZE);
  const ms = await timed(() => pull(db, pages, knownRows));
  const moved = await db.relaxed.customers.filter(({ view }) => view?.['city'] === town).count();
  if (moved !== changed) throw new Error(`${moved} records were changed.`);
  stop();
  db.close();
  return ms;
}

/** The least: the server tells the changed records alone, and they are put as they come; in ms. */
export async function idealDelta({ records, changed, round }: Case): Promise<number> {
  const db = await openRaw(await fill(records, 'delta'));
  const known = await answerOf(recordsOf(db, 'readonly').getAll());
  const town = `Delta ${round}`;
  const told = movedOn(bookOf(records), changed, town).filter(({ city }) => city === town);
  const text = JSON.stringify(told);
  const byId = new Map((known as MirrorRecord[]).map((record) => [record.serverId, record]));
  const ms = await timed(async () => {
    const rows = JSON.parse(text) as (Wire & { readonly id: number })[];
    const store = recordsOf(db, 'readwrite');
    for (const row of rows) {
      const server = customerSpec.decode(row);
      store.put({ ...byId.get(row.id), server, view: server });
    }
    await committed(store.transaction);
  });
  db.close();
  return ms;
}

function recordsOf(db: IDBDatabase, mode: 'readonly' | 'readwrite'): IDBObjectStore {
  return db.transaction('customers', mode, { durability: 'relaxed' }).objectStore('customers');
}
