import { parentPort, workerData } from 'node:worker_threads';
import { serveDriver } from './driver-server.ts';
import { type PGliteOptions, pgliteHere } from './open-pglite.ts';

if (!parentPort) throw new Error('This file must be started as a worker thread');
const options: PGliteOptions = workerData;
await serveDriver(parentPort, () => pgliteHere(options));
