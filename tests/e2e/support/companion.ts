import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../../support/server/free-port.ts';
import { SHORT_LIVED } from '../../support/test/short-lived.ts';
import type { ApiAnswer, Server } from './server.ts';

const SERVER = 'build/server/main.js';
const RESETTABLE = new URL('resettable.mjs', import.meta.url).href;
const HOST = '127.0.0.1';
/**
 * Set even where they are blank: a developer's own .env must not reach the tests. They run on the plain contract, which
 * asks more of the app; what servers may offer beyond it has tests of its own.
 */
const FIXED_ENV = {
  HOST,
  STATIC_DIR: 'dist',
  DATABASE_URL: '',
  JWT_SECRET: '',
  EXTENSIONS: 'none',
  // The device of all tests is signed in once: on a slow machine they last longer than an access token usually does.
  ACCESS_TOKEN_MINUTES: '600',
};
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 60_000;
/** How many ports are tried. */
const PORTS = 3;

/** The user of the demo data. */
export const DEMO_USER = { username: 'demo', password: 'restoration' };

export interface CompanionOptions {
  /** A data folder to start with a copy of; without it the server starts with an empty one. */
  readonly template?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The built server's main.js, if not this version's. */
  readonly program?: string;
}

/** The built server on a port and a data folder of its own. Both outlive `kill` and `stop`. */
export class Companion implements Server {
  readonly port: number;
  readonly dataDir: string;
  private readonly folder: string;
  private readonly env: Readonly<Record<string, string>>;
  private readonly program: string;
  /** What the server has printed so far, over all its starts. */
  output = '';
  private process: ChildProcess | undefined;
  private token: string | undefined;

  private constructor(port: number, folder: string, { env = {}, program = SERVER }: CompanionOptions) {
    this.port = port;
    this.folder = folder;
    this.dataDir = join(folder, 'data');
    this.env = env;
    this.program = program;
  }

  /** Starts a server and waits until it answers. `remove` it in the end. */
  static async create(options: CompanionOptions = {}): Promise<Companion> {
    for (let n = 1; ; n += 1) {
      const companion = await Companion.prepare(options);
      try {
        await companion.start();
        return companion;
      } catch (cause) {
        await companion.remove();
        // Somebody else took the port that was free a moment ago.
        if (n === PORTS || !companion.output.includes('is already in use')) throw cause;
      }
    }
  }

  /** On a free port, not started. */
  private static async prepare(options: CompanionOptions): Promise<Companion> {
    const { template } = options;
    const folder = await mkdtemp(join(tmpdir(), 'restoration-e2e-'));
    const companion = new Companion(await freePort(), folder, options);
    if (template) await cp(template, companion.dataDir, { recursive: true });
    return companion;
  }

  get isRunning(): boolean {
    return this.process !== undefined;
  }

  get url(): string {
    return `http://${HOST}:${this.port}`;
  }

  /** Starts it on the same port and folder as before. Rejects with the server's output if it does not come up. */
  async start(): Promise<void> {
    if (this.process) throw new Error('The server runs already');
    const child = spawn(process.execPath, [...SHORT_LIVED, '--import', RESETTABLE, this.program], {
      env: { ...process.env, ...FIXED_ENV, ...this.env, DATA_DIR: this.dataDir, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.process = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        this.output += String(text);
      });
    process.once('exit', this.killNow);
    const deadline = Date.now() + START_LIMIT_MS;
    while (!(await this.isHealthy())) {
      if (child.exitCode !== null || child.signalCode || Date.now() > deadline) {
        await this.kill();
        throw new Error(`The server did not start (exit code ${child.exitCode}):\n${this.output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Works on the embedded database only, as `reset` does. */
  async keep(): Promise<void> {
    await this.order('keep');
  }

  async reset(): Promise<void> {
    if (!this.process) await this.start();
    await this.order('reset');
    this.output = '';
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Ends it in an orderly way. Rejects when it does not end by itself. */
  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  async api(
    path: string,
    { method = 'GET', body }: { method?: string; body?: unknown } = {},
  ): Promise<ApiAnswer> {
    this.token ??= await this.signIn();
    const answer = await this.request(path, { method, body, token: this.token });
    if (answer.status !== 401) return answer;
    this.token = await this.signIn();
    return this.request(path, { method, body, token: this.token });
  }

  private async signIn(): Promise<string> {
    const answer = await this.request('/api/v1/auth/token/', { method: 'POST', body: DEMO_USER });
    if (answer.status !== 200) throw new Error(`The demo user cannot sign in: ${JSON.stringify(answer)}`);
    return z.object({ access: z.string() }).parse(answer.body).access;
  }

  private async request(path: string, { method, body, token }: ApiRequest): Promise<ApiAnswer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: parseJson(text) };
  }

  private async order(word: 'keep' | 'reset'): Promise<void> {
    const { process: child } = this;
    if (!child) throw new Error('The server does not run');
    const answered = once(child, 'message', { signal: AbortSignal.timeout(START_LIMIT_MS) });
    child.send(word);
    const [answer] = await answered;
    if (answer.done !== word) throw new Error(`The server did not ${word}: ${JSON.stringify(answer)}`);
  }

  private async isHealthy(): Promise<boolean> {
    return fetch(`${this.url}/api/health/`, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.process;
    this.process = undefined;
    process.off('exit', this.killNow);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit', { signal: AbortSignal.timeout(STOP_LIMIT_MS) });
    child.kill(signal);
    await exited.catch(() => {
      child.kill('SIGKILL');
      throw new Error(`The server did not end within ${STOP_LIMIT_MS} ms of ${signal}`);
    });
  }

  /** A test runner that dies before its teardown must not leave servers behind. */
  private readonly killNow = (): void => {
    this.process?.kill('SIGKILL');
  };
}

interface ApiRequest {
  readonly method: string;
  readonly body?: unknown;
  readonly token?: string;
}

/** The text itself where it is not JSON: the body of an error page says more than a parse error. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
