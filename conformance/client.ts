import { type Answer, readBody } from '../src/domain/answer.ts';

/** The app's timeout for repeating a slow request. */
const TIMEOUT_MS = 30_000;
/** Used if a 429 does not say how long to wait. */
const THROTTLED_MS = 5_000;
const LONGEST_WAIT_MS = 120_000;
const THROTTLED_TIMES = 3;

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Relative to the base URL, with the query. */
  readonly path: string;
  readonly body?: unknown;
  /** A file, in place of `body`. */
  readonly bytes?: Uint8Array;
  readonly bearer?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Skips the pause, so that two requests can overlap. */
  readonly atOnce?: boolean;
}

export interface Exchange {
  /** 'POST /api/v1/customers/customers/' */
  readonly line: string;
  readonly answer: Answer;
  readonly headers: Headers;
  /** The answer's body. */
  readonly bytes: Uint8Array;
  /** Why there is no answer, in the network's words. */
  readonly trouble: string;
}

export interface Machine {
  readonly fetch: typeof globalThis.fetch;
  /** In ms; only differences count. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

interface ClientOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** From the start of one request to the start of the next, in ms. */
  readonly pauseMs: number;
  readonly machine: Machine;
  /** A running request is awaited first, so that its record is known. */
  readonly stop: AbortSignal;
}

export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Keeps a gentle pace. Like the app, follows no redirect and keeps no cookie. */
export class Client {
  readonly #options: ClientOptions;
  #stop: AbortSignal;
  #freeAt = 0;
  asked = 0;
  slowest: { readonly line: string; readonly ms: number } = { line: '', ms: 0 };

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#stop = options.stop;
  }

  /** Called before the clean-up, because a stop must not prevent it. */
  ignoreStop(): void {
    this.#stop = new AbortController().signal;
  }

  /** Repeats a request after a 429. Throws nothing but `Stopped`. */
  async send(ask: Ask): Promise<Exchange> {
    for (let time = 1; ; time += 1) {
      await this.#turn(ask.atOnce ?? false);
      const exchange = await this.#sendNow(ask);
      const { answer } = exchange;
      const throttled = answer.kind === 'response' && (answer.status === 429 || answer.status === 425);
      if (!throttled || time > THROTTLED_TIMES) return exchange;
      await this.#rest(patience(answer.retryAfter));
    }
  }

  async open({ path, bearer }: Pick<Ask, 'path' | 'bearer'>, close: AbortSignal): Promise<Response | null> {
    await this.#turn(false);
    this.asked += 1;
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${bearer ?? ''}` };
    const { machine, baseUrl } = this.#options;
    return machine.fetch(baseUrl + path, { headers, redirect: 'manual', signal: close }).catch(() => null);
  }

  async #turn(atOnce: boolean): Promise<void> {
    const { machine, pauseMs } = this.#options;
    const begin = atOnce ? machine.now() : Math.max(machine.now(), this.#freeAt);
    this.#freeAt = Math.max(begin, this.#freeAt) + pauseMs;
    await this.#rest(begin - machine.now());
  }

  async #rest(ms: number): Promise<void> {
    const stop = this.#stop;
    if (ms > 0) await this.#options.machine.sleep(ms, stop).catch(() => undefined);
    if (stop.aborted) throw new Stopped('stopped');
  }

  async #sendNow({ method, path, body, bytes, bearer, headers }: Ask): Promise<Exchange> {
    const { machine, baseUrl } = this.#options;
    const line = `${method} ${path}`;
    const begun = machine.now();
    this.asked += 1;
    try {
      const response = await machine.fetch(baseUrl + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bytes && { 'content-type': 'application/octet-stream' }),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(bytes && { body: Buffer.from(bytes) }),
      });
      const read = new Uint8Array(await response.arrayBuffer());
      this.#note(line, machine.now() - begun);
      return {
        line,
        answer: answerOf(response, new TextDecoder().decode(read)),
        headers: response.headers,
        bytes: read,
        trouble: '',
      };
    } catch (error) {
      this.#note(line, machine.now() - begun);
      const cause = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network';
      return {
        line,
        answer: { kind: 'noAnswer', cause },
        headers: new Headers(),
        bytes: new Uint8Array(),
        trouble: troubleIn(error),
      };
    }
  }

  #note(line: string, ms: number): void {
    if (ms > this.slowest.ms) this.slowest = { line, ms };
  }
}

function answerOf({ status, headers }: Response, text: string): Answer {
  if (status >= 300 && status < 400) return { kind: 'redirect' };
  return { kind: 'response', status, body: readBody(text), retryAfter: headers.get('retry-after') };
}

function patience(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1) * 1000, LONGEST_WAIT_MS) : THROTTLED_MS;
}

/** `fetch` says only 'fetch failed'. The reason is in the error's cause. */
function troubleIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : troubleIn(error.cause) || error.message;
}
