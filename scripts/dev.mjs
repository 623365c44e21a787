import { relative } from 'node:path';
import { createServer as createVite } from 'vite';
import { ApiServer, apiPort } from './dev-api.mjs';

// Two servers: the API, which restarts when its code changes, and Vite, which serves the app and sends /api there.

const IS_API = /^(server|src\/domain)\/|^\.env$/;
const RESTART_AFTER_MS = 200;

const api = new ApiServer(await apiPort());
let web;
let stopping = false;
let restarts = 0;

process.on('SIGINT', () => void stop(130));
process.on('SIGTERM', () => void stop(143));

const url = await api.start();
if (url === null) end('The API server did not start; the reason is above.');
else if (!stopping) await serveApp(url);

async function serveApp(target) {
  web = await createVite({
    // A certificate of the API is for other names than that of this machine.
    server: { proxy: { '/api': { target, secure: false } } },
    optimizeDeps: { force: process.argv.includes('--force') },
  });
  await web.listen();
  let timer;
  web.watcher.on('all', (_, path) => {
    if (!IS_API.test(relative(web.config.root, path))) return;
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), RESTART_AFTER_MS);
  });
  api.onEnd(() => end('The API server has ended; the reason is above.'));
  process.stdout.write('The app, which is loaded again as its code changes:\n');
  web.printUrls();
}

/** Code that does not start is being worked on: it is tried again with the next change. */
async function restart() {
  if (stopping) return;
  process.stdout.write('The code of the API server has changed: starting it again\n');
  restarts += 1;
  const restart = restarts;
  await api.stop();
  // Stopped at once, it is begun once.
  if (stopping || restart !== restarts || (await api.start()) !== null || stopping) return;
  process.stderr.write('The API server does not start; it is tried again when a file of it changes.\n');
}

function end(message) {
  if (stopping) return;
  process.stderr.write(`${message}\n`);
  void stop(1);
}

/** Ends both, and only then this process: nothing is left behind on the port or the data folder. */
async function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  await Promise.all([web?.close(), api.stop()]);
  process.exit(exitCode);
}
