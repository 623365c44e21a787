import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { guardDatabase } from '../../../server/db/guarded-database.ts';
import { openPglite, type PGliteThreadOptions } from '../../../server/db/open-pglite.ts';
import { databaseTemplate } from './database-template.ts';

/** The shipped worker of the embedded database. */
export const shippedWorker = (): URL => pathToFileURL(join(inject('serverBundle'), 'pglite-worker.js'));

/** Opens an empty database in memory with its own thread. */
export async function threadDatabase(options: Partial<PGliteThreadOptions> = {}): Promise<Database> {
  const driver = await openPglite({
    template: await databaseTemplate(),
    worker: shippedWorker(),
    onLost: (error) => {
      throw error;
    },
    ...options,
  });
  return guardDatabase(driver);
}
