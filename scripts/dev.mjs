import { spawn } from 'node:child_process';
import { createServer } from 'vite';

/** Where vite.config.ts sends /api to. */
const API_PORT = '8080';

// In a process group of its own: a Ctrl-C then reaches this process alone, which ends the server once and
// waits for it. Standard input stays here: a background group may not read from the terminal.
const server = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, PORT: API_PORT },
  },
);
const serverEnded = new Promise((resolve) => server.on('exit', resolve));
const web = await createServer();

let stopping = false;

/** Ends both, and only then this process: nothing is left behind on the port or the data folder. */
async function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await Promise.all([web.close(), serverEnded]);
  process.exit(exitCode);
}

process.on('SIGINT', () => void stop(130));
process.on('SIGTERM', () => void stop(143));
server.on('exit', (code) => void stop(code ?? 1));

await web.listen();
web.printUrls();
