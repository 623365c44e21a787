import { type Answer, readBody } from '../src/domain/answer.ts';

/** As long as the app waits for an answer that was too slow before, in ms. */
const TIMEOUT_MS = 30_000;
/** Where a server asks for patience and does not say how much. */
const THROTTLED_MS = 5_000;
const LONGEST_WAIT_MS = 120_000;
const THROTTLED_TIMES = 3;

export interface Ask {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  /** Below the base URL, query string included. */
  readonly path: string;
  readonly body?: unknown;
  readonly bearer?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Not paced: it is to meet another one. */
  readonly atOnce?: boolean;
}

/** A request and what became of it. */
export interface Exchange {
  /** 'POST /api/v1/customers/customers/' */
  readonly line: string;
  readonly answer: Answer;
  readonly headers: Headers;
  /** Why there was no answer, in the words of the network; '' otherwise. */
  readonly trouble: string;
}

/** What a client needs of the machine that it runs on. */
export interface Machine {
  readonly fetch: typeof globalThis.fetch;
  /** In ms; only differences count. */
  now(): number;
  /** Rejects when `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

interface Options {
  /** With or without a path, without a slash at its end. */
  readonly baseUrl: string;
  /** Time from the begin of one request to that of the next, in ms. */
  readonly pauseMs: number;
  readonly machine: Machine;
  /** No request is begun after it; one that is under way is waited for, so that what it made is known. */
  readonly stop: AbortSignal;
}

/** The person at the keyboard wants no more of it. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Plain requests at a gentle pace, as the app would send them: no redirect is followed, no cookie kept. */
export class Client {
  readonly #options: Options;
  #stop: AbortSignal;
  #freeAt = 0;
  asked = 0;
  slowest: { readonly line: string; readonly ms: number } = { line: '', ms: 0 };

  constructor(options: Options) {
    this.#options = options;
    this.#stop = options.stop;
  }

  /** From here on a stop is none of its business: what was made has to be removed. */
  ignoreStop(): void {
    this.#stop = new AbortController().signal;
  }

  /** Sends one request. A server that asks for patience is given it. Throws `Stopped` alone. */
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

  /** Opens an answer that does not end by itself, until `close` is aborted. Null where none came. */
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

  async #sendNow({ method, path, body, bearer, headers }: Ask): Promise<Exchange> {
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
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      this.#note(line, machine.now() - begun);
      return { line, answer: answerOf(response, text), headers: response.headers, trouble: '' };
    } catch (error) {
      this.#note(line, machine.now() - begun);
      const cause = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network';
      return {
        line,
        answer: { kind: 'noAnswer', cause },
        headers: new Headers(),
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

/** fetch says 'fetch failed', and the reason in its cause. */
function troubleIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : troubleIn(error.cause) || error.message;
}
