import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { SHORT_LIVED } from '../support/test/short-lived.ts';

export interface Running {
  readonly url: string;
  readonly ended: Promise<void>;
  kill(): void;
}

/** Time in ms before a busy server is asked again. */
const BUSY_MS = 200;
const JWT_SECRET = 'a secret for trials that is long enough to sign with';
/** A slow machine may take hours, with one token. */
const QUIET_AND_LONG = { LOG_LEVEL: 'silent', ACCESS_TOKEN_MINUTES: '1440' };

/** Starts a bundled server's main.js in a separate process, on a free port. */
export function startToKill(server: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, [...SHORT_LIVED, server], {
    env: { PATH: process.env['PATH'], PORT: '0', SEED: 'none', JWT_SECRET, ...QUIET_AND_LONG, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const url = /^Restoration CRM is ready: (\S+)$/m.exec(output)?.[1];
      if (url) resolve({ url, ended, kill: () => child.kill('SIGKILL') });
    });
    void ended.then(() => reject(new Error(`The server ended: ${output}`)));
  });
}

/** Thrown when the server refuses a request, but not when the connection is lost. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

interface Sent {
  readonly type: string;
  readonly sent: string | Uint8Array<ArrayBuffer> | null;
}

export class TrialClient {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  static async signIn(url: string): Promise<string> {
    const client = new TrialClient(url, '');
    const body = { username: 'demo', password: 'restoration' };
    return z.object({ access: z.string() }).parse(await client.ask('POST', '/api/v1/auth/token/', body))
      .access;
  }

  /** Repeats the request while the server is busy. A busy server answers 503, and has done nothing. */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const sent = body === undefined ? null : JSON.stringify(body);
    return (await this.#accepted(method, path, { type: 'application/json', sent })).json();
  }

  /** Sends bytes of a file. */
  async put(path: string, bytes: Uint8Array): Promise<unknown> {
    const sent = new Uint8Array(bytes);
    return (await this.#accepted('PUT', path, { type: 'application/octet-stream', sent })).json();
  }

  async bytes(path: string): Promise<Buffer> {
    const answer = await this.#accepted('GET', path, { type: 'application/json', sent: null });
    return Buffer.from(await answer.arrayBuffer());
  }

  async #accepted(method: string, path: string, body: Sent): Promise<Response> {
    let answer = await this.#send(method, path, body);
    while (answer.status === 503) {
      await answer.body?.cancel();
      await delay(BUSY_MS);
      answer = await this.#send(method, path, body);
    }
    if (answer.ok) return answer;
    throw new RefusedError(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  async #send(method: string, path: string, { type, sent }: Sent): Promise<Response> {
    return fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        'content-type': type,
      },
      body: sent,
    });
  }
}
