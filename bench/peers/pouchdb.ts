import indexeddb from 'pouchdb-adapter-indexeddb';
import PouchDB from 'pouchdb-browser';
import find from 'pouchdb-find';
import { PAGE_SIZE, pageTexts } from '../page/backend.ts';
import { bookOf } from '../page/book.ts';
import { timed } from '../page/raw.ts';
import { documentsIn } from './documents.ts';

PouchDB.plugin(indexeddb);
PouchDB.plugin(find);

let databases = 0;

const INDEXES = [['serverId'], ['position', 'serverId']] as const;

/**
 * Returns the time in ms from the text of a list's pages until all records and indexes are in PouchDB, page by page.
 */
export async function pouchdbLoad(count: number): Promise<number> {
  databases += 1;
  const pages = pageTexts(bookOf(count), PAGE_SIZE);
  const database = new PouchDB(`pouchdb-${databases}`, { adapter: 'indexeddb', revs_limit: 1 });
  for (const fields of INDEXES) await database.createIndex({ index: { fields } });
  const ms = await timed(async () => {
    for (const docs of documentsIn(pages)) {
      const answers = await database.bulkDocs(docs.map((doc) => ({ ...doc, _id: doc.localId })));
      if (!answers.every(({ ok }) => ok)) throw new Error('Some documents were not put.');
    }
    // PouchDB builds an index on its first query.
    for (const fields of INDEXES) {
      const { docs } = await database.find({ selector: { [fields[0]]: { $gt: 0 } }, limit: 1, fields });
      if (docs.length !== 1) throw new Error('The index has nothing.');
    }
  });
  await database.destroy();
  return ms;
}
