import { expect } from 'vitest';
import type { ListeningServer } from './server.ts';

const EVENTS = '/api/v1/sync/events/';

interface EventReader {
  /** Waits for `count` change events or the end of the stream. Resolves with the number of events so far. */
  changes(count: number): Promise<number>;
  ended(): Promise<true>;
}

/** Opens an event stream and reads it. */
export async function eventsOf(
  { fetch }: Pick<ListeningServer, 'fetch'>,
  token: string,
): Promise<EventReader> {
  const response = await fetch(EVENTS, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const told = (): number => text.split('event: change\n').length - 1;
  return {
    async changes(count) {
      for (;;) {
        if (told() >= count) return told();
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
        if (done) return told();
        text += value;
      }
    },
    async ended() {
      while (!(await reader?.read())?.done);
      return true;
    },
  };
}
