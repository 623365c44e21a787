import { createRxDatabase } from 'rxdb/plugins/core';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { customerSpec } from '../../src/domain/customer.ts';
import { PAGE_SIZE, pageTexts } from '../page/backend.ts';
import { bookOf } from '../page/book.ts';
import { timed } from '../page/raw.ts';
import { documentsIn } from './documents.ts';

const LARGEST = 10_000_000_000_000;
const number = { type: 'integer', minimum: 0, maximum: LARGEST, multipleOf: 1 };
const SCHEMA = {
  version: 0,
  type: 'object',
  primaryKey: 'localId',
  properties: {
    localId: { type: 'string', maxLength: 40 },
    serverId: number,
    position: number,
    ...Object.fromEntries(customerSpec.fieldNames.map((field) => [field, { type: 'string' }])),
  },
  required: ['localId', 'serverId', 'position'],
  indexes: ['serverId', ['position', 'serverId']],
};

let databases = 0;

/**
 * Returns the time in ms from the text of a list's pages until all records are in RxDB's Dexie storage, page by page.
 */
export async function rxdbLoad(count: number): Promise<number> {
  databases += 1;
  const pages = pageTexts(bookOf(count), PAGE_SIZE);
  const storage = getRxStorageDexie();
  const database = await createRxDatabase({ name: `rxdb-${databases}`, storage, multiInstance: false });
  const { customers } = await database.addCollections({ customers: { schema: SCHEMA } });
  const ms = await timed(async () => {
    for (const docs of documentsIn(pages)) {
      const { error } = await customers.bulkInsert(docs);
      if (error.length > 0) throw new Error(`${error.length} documents were not inserted.`);
    }
  });
  const held = await customers.count().exec();
  await database.remove();
  if (held !== count) throw new Error(`RxDB holds ${held} documents.`);
  return ms;
}
