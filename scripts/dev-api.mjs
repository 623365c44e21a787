import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseEnv } from 'node:util';

const USUAL_PORT = 8080;
const READY = /^Restoration CRM is ready: (\S+)\n/m;

/** The port that the environment or .env asks for, else the usual one; any free one where that is taken. */
export async function apiPort() {
  const { HOST, PORT } = { ...settingsFile(), ...process.env };
  if (PORT?.trim()) return PORT;
  if (await isFree(HOST?.trim() || '127.0.0.1', USUAL_PORT)) return String(USUAL_PORT);
  process.stdout.write(`Port ${USUAL_PORT} is taken: the API server takes another. PORT=… chooses one.\n`);
  return '0';
}

/** The API server in a process of its own. */
export class ApiServer {
  #port;
  #child = null;
  #ended = Promise.resolve();
  #onEnd = () => undefined;

  constructor(port) {
    this.#port = port;
  }

  /** Called when it ends without having been stopped. */
  onEnd(listener) {
    this.#onEnd = listener;
  }

  /** Its address once it takes requests; null where it ends before that, undefined where it is stopped. */
  async start() {
    // In a process group of its own: a Ctrl-C then reaches dev.mjs alone, which ends the server once and waits for
    // it. Standard input stays there: a background group may not read from the terminal.
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
      env: { ...process.env, PORT: this.#port },
    });
    this.#child = child;
    let address;
    this.#ended = once(child, 'exit').then(() => {
      if (this.#child !== child) return undefined;
      this.#child = null;
      if (address) this.#onEnd();
      return null;
    });
    address = await Promise.race([readyLine(child), this.#ended]);
    // After a restart it is where it was.
    if (address) this.#port = new URL(address).port || this.#port;
    return address;
  }

  async stop() {
    const child = this.#child;
    this.#child = null;
    child?.kill('SIGTERM');
    await this.#ended;
  }
}

/** Passes on what a process prints, and resolves with the address in its line that it is ready. */
function readyLine(child) {
  return new Promise((resolve) => {
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      process.stdout.write(text);
      if (printed === null) return;
      printed += text;
      const [, address] = READY.exec(printed) ?? [];
      if (!address) return;
      printed = null;
      resolve(address);
    });
  });
}

function settingsFile() {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

async function isFree(host, port) {
  const probe = createServer().listen({ host, port });
  try {
    await once(probe, 'listening');
    return true;
  } catch (error) {
    // The server itself has words for any other trouble.
    return error.code !== 'EADDRINUSE';
  } finally {
    probe.close();
  }
}
