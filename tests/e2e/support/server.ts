import type { FaultyProxy } from './faulty-proxy.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The app and its API, in one program or several. Their data survives `kill`. */
export interface Server {
  /** The app's URL. */
  readonly url: string;
  readonly port: number;
  /** The output since `reset`. */
  readonly output: string;
  /** If the API has its own origin, the proxy that every request from the app to the API goes through. */
  readonly apiProxy?: FaultyProxy;

  /** Calls the API directly as the demo user, to see the server's real data. */
  api(path: string, request?: { method?: string; body?: unknown }): Promise<ApiAnswer>;

  /** Starts the server again on the same port. */
  start(): Promise<void>;

  /** Kills the server, like a power cut: nothing is flushed. It does not answer until `start`. */
  kill(): Promise<void>;

  /** Saves the current data for `reset`. Call this only once. */
  keep(): Promise<void>;

  /** Restores the data saved by `keep`, clears `output`, and starts the server if necessary. */
  reset(): Promise<void>;

  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}
