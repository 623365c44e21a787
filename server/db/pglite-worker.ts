import { parentPort, workerData } from 'node:worker_threads';
import { serveDriver } from './driver-server.ts';
import { type PGliteOptions, pgliteHere } from './open-pglite.ts';

// Started by `openPglite`.

if (!parentPort) throw new Error('This file is the start of a thread, not of a program');
const options: PGliteOptions = workerData;
await serveDriver(parentPort, () => pgliteHere(options));
