import { readFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

// The PGlite that the built server uses. The build has its own copy.
const PGLITE = '../../../build/server/node_modules/@electric-sql/pglite/dist/index.js';

// Preloaded into a server (`node --import`), so that a worker can keep one server for all its tests, because starting
// one takes longer than many tests. The server itself does not know of this file.

// The database has its own thread, which also loads this file. Tests send messages to the process.
const threads = new BroadcastChannel('resettable');
if (isMainThread) {
  process.on('message', (order) => threads.postMessage({ order }));
  // The open channel to the tests must not keep the server from exiting.
  process.channel?.unref();
  threads.onmessage = (event) => {
    process.send?.(/** @type {MessageEvent} */ (event).data);
  };
} else {
  const opened = openedDatabase(await import(new URL(PGLITE, import.meta.url).href));
  threads.onmessage = (event) => {
    void carryOut(opened, /** @type {MessageEvent} */ (event).data.order).then((done) =>
      threads.postMessage(done),
    );
  };
}
threads.unref();

/**
 * @param {typeof import('@electric-sql/pglite')} pglite
 * @returns {Promise<import('@electric-sql/pglite').PGlite>}
 */
function openedDatabase({ PGlite }) {
  return new Promise((resolve) => {
    const create = PGlite.create.bind(PGlite);
    PGlite.create = /** @type {typeof create} */ (
      async (/** @type {Parameters<typeof create>} */ ...options) => {
        const opened = await create(...options);
        resolve(opened);
        return opened;
      }
    );
  });
}

/**
 * @param {Promise<import('@electric-sql/pglite').PGlite>} opened
 * @param {string} order
 */
async function carryOut(opened, order) {
  try {
    const script = readFileSync(new URL(`${order}-rows.sql`, import.meta.url), 'utf8');
    await (await opened).exec(script);
    return { done: order };
  } catch (error) {
    return { failed: String(error) };
  }
}
