import { readFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

// The one that the built server uses: the build has a copy of its own.
const PGLITE = '../../../build/server/node_modules/@electric-sql/pglite/dist/index.js';

// Preloaded into a server (`node --import`), which a worker then keeps for all its tests: starting one takes longer
// than many a test. The server itself knows nothing of it.

// The database is in a thread of its own, which loads this file as well; the tests speak to the process.
const threads = new BroadcastChannel('resettable');
if (isMainThread) {
  process.on('message', (order) => threads.postMessage({ order }));
  // A server ends by itself when it is told to, though the tests could still give it orders.
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
