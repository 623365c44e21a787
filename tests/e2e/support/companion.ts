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
 * Set even if blank, so that a developer's own .env does not affect the tests. Tests run on the plain contract, which
 * demands more of the app. Extensions have their own tests.
 */
const FIXED_ENV = {
  HOST,
  STATIC_DIR: 'dist',
  DATABASE_URL: '',
  JWT_SECRET: '',
  EXTENSIONS: 'none',
  // All tests share one sign-in, and on a slow machine they last longer than an access token usually does.
  ACCESS_TOKEN_MINUTES: '600',
};
const START_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 60_000;
/** The number of ports to try. */
const PORTS = 3;

/** The user of the demo data. */
export const DEMO_USER = { username: 'demo', password: 'restoration' };

export interface CompanionOptions {
  /** A data folder to copy. Without it, the server starts with an empty one. */
  readonly template?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** The built server's main.js, if not this version's. */
  readonly program?: string;
}

/** The built server with its own port and data folder. Both survive `kill` and `stop`. */
export class Companion implements Server {
  readonly port: number;
  readonly dataDir: string;
  private readonly folder: string;
  private readonly env: Readonly<Record<string, string>>;
  private readonly program: string;
  /** The server's output so far, over all its starts. */
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

  /** Starts a server and waits until it answers. Call `remove` at the end. */
  static async create(options: CompanionOptions = {}): Promise<Companion> {
    for (let n = 1; ; n += 1) {
      const companion = await Companion.prepare(options);
      try {
        await companion.start();
        return companion;
      } catch (cause) {
        await companion.remove();
        // Another process may have taken the port that was free a moment ago.
        if (n === PORTS || !companion.output.includes('is already in use')) throw cause;
      }
    }
  }

  /** Creates a server on a free port without starting it. */
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

  /** Starts the server on the same port and folder as before. Rejects with the server's output if it does not start. */
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

  /** Works only with the embedded database, like `reset`. */
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

  /** Stops the server with SIGTERM. Rejects if it does not exit in time. */
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

  /** If the test runner dies before its teardown, no server must keep running. */
  private readonly killNow = (): void => {
    this.process?.kill('SIGKILL');
  };
}

interface ApiRequest {
  readonly method: string;
  readonly body?: unknown;
  readonly token?: string;
}

/** Returns the text itself if it is not JSON, because an error page says more than a parse error. */
function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
