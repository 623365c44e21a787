import { isThrottled } from '../domain/answer.ts';
import type { Clock } from '../domain/ports.ts';

const EVENTS_PATH = '/api/v1/sync/events/';
/** Interval in s. Each heartbeat wakes a phone's radio, so the app asks for few. */
const SLOW_BEAT = 240;
/** In ms. By default, servers send a heartbeat every 25 s. */
const SILENCE_MS = 60_000;
/** In ms. Allows for a late heartbeat. */
const LATE_MS = 60_000;
export const SLOW_SILENCE_MS = SLOW_BEAT * 1000 + LATE_MS;
/** The first line of a stream whose server promises a heartbeat interval, in s. */
const PROMISE = /^: beat (\d{1,4})$/m;

export interface Listening {
  /** Asks for fewer heartbeats. */
  readonly seldom: boolean;
  /** Called when the stream is open. From then on, each change is reported. */
  readonly onOpen: () => void;
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

/**
 * Resolves when the stream ends or cannot be opened: to 'refused' after a 401, to the `Retry-After` header if the
 * server throttles, otherwise to 'ended'. Never rejects.
 */
export type Listen = (
  listening: Listening,
) => Promise<'ended' | 'refused' | { readonly retryAfter: string | null }>;

interface Options {
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Null once the account is no longer signed in. */
  readonly bearer: () => string | null;
  /** For tests. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Reads server-sent events by `fetch`, because EventSource cannot send a token. */
export function createEventClient({ baseUrl, clock, bearer, ...options }: Options): Listen {
  // oxlint-disable-next-line no-restricted-properties -- http-client.ts hands out whole answers, and this one never ends
  const fetch = options.fetch ?? globalThis.fetch;
  return async ({ seldom, onOpen, onChange, signal }) => {
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
      if (isThrottled(response.status)) return { retryAfter: response.headers.get('retry-after') };
      if (!response.ok || !isStream || !response.body) return 'ended';
      onOpen();
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
        // A heartbeat is a comment, without data.
        if (events.some((event) => /^data:/m.test(event))) onChange();
      }
    } catch {
      // No network, or aborted.
      return 'ended';
    } finally {
      stopWatch();
      signal.removeEventListener('abort', close);
      close();
    }
  };
}
