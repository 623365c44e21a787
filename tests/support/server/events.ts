import { expect } from 'vitest';
import type { ListeningServer } from './server.ts';

const EVENTS = '/api/v1/sync/events/';

interface EventReader {
  /** Resolves with how many changes were told by the time there are `count`, or the stream has ended. */
  changes(count: number): Promise<number>;
  ended(): Promise<true>;
}

/** Reads a stream of events, one after the other. */
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
