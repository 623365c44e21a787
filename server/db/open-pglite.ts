import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { Driver } from './guarded-database.ts';
import { PGLITE_PARSERS, pgliteDriver } from './pglite-driver.ts';
import type { DatabaseThreadError } from './thread-calls.ts';
import { workerDriver } from './worker-driver.ts';

/** Only the build has this file. Without it, the database runs in the calling thread. */
const WORKER = new URL('./pglite-worker.js', import.meta.url);

export interface PGliteOptions {
  /** In memory if undefined. */
  readonly dataDir?: string;
  readonly template?: Blob;
}

export interface PGliteThreadOptions extends PGliteOptions {
  /** The thread has ended by itself. The driver no longer works. */
  readonly onLost: (error: DatabaseThreadError) => void;
  readonly worker?: URL;
}

/** Uses a thread where the build provides one, so that a heavy query does not block the event loop. */
export async function openPglite(options: PGliteThreadOptions): Promise<Driver> {
  const { onLost, worker = WORKER, ...workerData } = options;
  if (!existsSync(worker)) return pgliteHere(workerData);
  return workerDriver(new Worker(worker, { workerData }), onLost);
}

export async function pgliteHere({ dataDir, template }: PGliteOptions): Promise<Driver> {
  const pglite = await PGlite.create({
    parsers: PGLITE_PARSERS,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template ? { loadDataDir: template } : {}),
  });
  return pgliteDriver(pglite);
}
