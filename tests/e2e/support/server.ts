import type { FaultyProxy } from './faulty-proxy.ts';

/** An answer of the API, as it stands. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The app and its API as a test meets them, be they one program or several. What it holds outlives `kill`. */
export interface Server {
  /** Where the app is. */
  readonly url: string;
  readonly port: number;
  /** What it has printed since `reset`. */
  readonly output: string;
  /** The way from the app to its API, where that has an origin of its own: every request takes it. */
  readonly apiProxy?: FaultyProxy;

  /** Calls the API past the browser, as the demo user: what the server really holds. */
  api(path: string, request?: { method?: string; body?: unknown }): Promise<ApiAnswer>;

  /** Starts it where it was before. */
  start(): Promise<void>;

  /** Ends it as a power cut would: no goodbye, nothing flushed. Nobody answers until `start`. */
  kill(): Promise<void>;

  /** Notes what it holds, for `reset`. Once in its life. */
  keep(): Promise<void>;

  /** Has it hold again what it did at `keep`, whatever became of it since: running, and with nothing printed. */
  reset(): Promise<void>;

  /** Ends it and deletes its data. */
  remove(): Promise<void>;
}
