import type { Clock } from '../domain/ports.ts';

const EVENTS_PATH = '/api/v1/sync/events/';
/** A server says at least every 25 s that it is there; a connection that says nothing for so long, in ms, is dead. */
const SILENCE_MS = 60_000;

export interface Listening {
  /** Called once the server listens: what is changed from here on is heard. */
  readonly opened: () => void;
  /** Something has changed. */
  readonly heard: () => void;
  readonly signal: AbortSignal;
}

/**
 * Opens the server's stream of events, and resolves when it has ended or could not be opened; 'refused' where the token
 * is no longer accepted. Never rejects.
 */
export type Listen = (listening: Listening) => Promise<'ended' | 'refused'>;

interface Options {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** The token of the account, as long as it is signed in here. */
  readonly bearer: () => string | null;
  /** A stand-in for the browser's fetch, in tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Reads server-sent events by `fetch`: the browser's own EventSource cannot send a token. */
export function createEventClient({ baseUrl, clock, bearer, ...options }: Options): Listen {
  // oxlint-disable-next-line no-restricted-properties -- http-client.ts hands out whole answers, and this one never ends
  const fetch = options.fetch ?? globalThis.fetch;
  return async ({ opened, heard, signal }) => {
    const token = bearer();
    if (token === null) return 'ended';
    const connection = new AbortController();
    const close = (): void => connection.abort();
    signal.addEventListener('abort', close);
    let stopWatch = clock.setTimer(close, SILENCE_MS);
    try {
      const response = await fetch(baseUrl + EVENTS_PATH, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}` },
        signal: connection.signal,
        redirect: 'manual',
        cache: 'no-store',
        credentials: 'omit',
      });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (response.status === 401) return 'refused';
      if (!response.ok || !isStream || !response.body) return 'ended';
      opened();
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 'ended';
        stopWatch();
        stopWatch = clock.setTimer(close, SILENCE_MS);
        const events = (rest + value).split(/\r?\n\r?\n/);
        rest = events.pop() ?? '';
        // A comment keeps the connection, and an event without data is none.
        if (events.some((event) => /^data:/m.test(event))) heard();
      }
    } catch {
      // No network, or no longer wanted.
      return 'ended';
    } finally {
      stopWatch();
      signal.removeEventListener('abort', close);
      close();
    }
  };
}
