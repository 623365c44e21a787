import { z } from 'zod';

/** How long one command may take, so that a page that never answers gives an error instead of a hanging test. */
const COMMAND_MS = 60_000;
/** The limit for a script. WebKit never answers some scripts that run while the page is being left. */
const SCRIPT_MS = 10_000;

const answerSchema = z.object({ value: z.unknown() });
const problemSchema = z.object({ error: z.string(), message: z.string() });
const sessionSchema = z.object({ sessionId: z.string() });

/** A command failed. `kind` is the protocol's error code, such as 'no such window'. */
class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  readonly kind: string;

  constructor(kind: string, message: string, cause?: unknown) {
    super(`${kind}: ${message}`, { cause });
    this.kind = kind;
  }
}

/**
 * A session of the W3C WebDriver protocol. Commands wait for each other, because a session works on one window at a
 * time.
 */
export class WebDriverSession {
  private readonly url: string;
  private window: string | undefined;
  private last: Promise<unknown> = Promise.resolve();

  private constructor(url: string) {
    this.url = url;
  }

  /** @param driver the driver's URL, such as 'http://127.0.0.1:4444' */
  static async create(
    driver: string,
    capabilities: Readonly<Record<string, unknown>>,
  ): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = sessionSchema.parse(await call(`${driver}/session`, 'POST', body));
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  /** Sends a command for the whole browser. */
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> {
    return this.inTurn(() => call(`${this.url}${path}`, method, body));
  }

  /** Sends a command for one window, after switching to it if necessary. */
  inWindow(
    window: string,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<unknown> {
    return this.inTurn(async () => {
      if (this.window !== window) await call(`${this.url}/window`, 'POST', { handle: window });
      this.window = window;
      return call(`${this.url}${path}`, method, body);
    });
  }

  async end(): Promise<void> {
    await this.inTurn(() => call(this.url, 'DELETE'));
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}

async function call(url: string, method: string, body?: unknown): Promise<unknown> {
  const limit = url.includes('/execute/') ? SCRIPT_MS : COMMAND_MS;
  const response = await fetch(url, {
    method,
    body: method === 'POST' ? JSON.stringify(body ?? {}) : null,
    signal: AbortSignal.timeout(limit),
  }).catch((cause: unknown) => {
    throw new WebDriverError('no answer', `${method} ${new URL(url).pathname} in ${limit} ms`, cause);
  });
  const { value } = answerSchema.parse(await response.json());
  if (response.ok) return value;
  const { error, message } = problemSchema.parse(value);
  throw new WebDriverError(error, message);
}
