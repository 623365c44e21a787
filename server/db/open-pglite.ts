import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { Driver } from './guarded-database.ts';
import { PGLITE_PARSERS, pgliteDriver } from './pglite-driver.ts';
import type { DatabaseThreadError } from './thread-calls.ts';
import { workerDriver } from './worker-driver.ts';

/** The build puts it beside the bundle. The sources have none, and open the database in the thread that asks. */
const WORKER = new URL('./pglite-worker.js', import.meta.url);

export interface PGliteOptions {
  /** In memory without one. */
  readonly dataDir?: string;
  /** A dump of a database to begin with, where there is none yet. */
  readonly template?: Blob;
}

export interface PGliteThreadOptions extends PGliteOptions {
  /** Told when the thread ends by itself; nothing of the driver works from then on. */
  readonly onLost: (error: DatabaseThreadError) => void;
  readonly worker?: URL;
}

/** PGlite in a thread of its own where the build provides for one: a heavy query does not stop the event loop. */
export async function openPglite(options: PGliteThreadOptions): Promise<Driver> {
  const { onLost, worker = WORKER, ...workerData } = options;
  if (!existsSync(worker)) return pgliteHere(workerData);
  return workerDriver(new Worker(worker, { workerData }), onLost);
}

/** PGlite in this thread. */
export async function pgliteHere({ dataDir, template }: PGliteOptions): Promise<Driver> {
  const pglite = await PGlite.create({
    parsers: PGLITE_PARSERS,
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(template ? { loadDataDir: template } : {}),
  });
  return pgliteDriver(pglite);
}
