import type { Clock } from '../domain/ports.ts';

const EVENTS_PATH = '/api/v1/sync/events/';
/** Each sign of life wakes the radio of a phone: a server that knows the word gives one every so many seconds. */
const SLOW_BEAT = 240;
/** Any other one does every 25 s; a connection that says nothing for so long, in ms, is dead. */
const SILENCE_MS = 60_000;
/** By how much longer than it has promised a server may be silent, in ms: what it says may be held up on its way. */
const LATE_MS = 60_000;
export const SLOW_SILENCE_MS = SLOW_BEAT * 1000 + LATE_MS;
/** The first words of a server that says how often it will give a sign of life, in seconds. */
const PROMISE = /^: beat (\d{1,4})$/m;

export interface Listening {
  /** Whether a sign of life every few minutes is enough. */
  readonly seldom: boolean;
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
  return async ({ seldom, opened, heard, signal }) => {
    const token = bearer();
    if (token === null) return 'ended';
    const connection = new AbortController();
    const close = (): void => connection.abort();
    signal.addEventListener('abort', close);
    let silenceMs = SILENCE_MS;
    let stopWatch = clock.setTimer(close, silenceMs);
    try {
      const response = await fetch(baseUrl + EVENTS_PATH + (seldom ? `?beat=${SLOW_BEAT}` : ''), {
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
        const promised = PROMISE.exec(rest + value);
        if (promised) silenceMs = Math.min(SLOW_SILENCE_MS, Number(promised[1]) * 1000 + LATE_MS);
        stopWatch();
        stopWatch = clock.setTimer(close, silenceMs);
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
