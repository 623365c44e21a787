import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EventStream } from '../../server/events/event-stream.ts';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The text of a stream during an hour without changes. */
async function saidInAnHour(beat?: number): Promise<string> {
  const stream = new EventStream(beat);
  let text = '';
  stream.readable.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  for (let minute = 0; minute < 60; minute += 1) {
    vi.advanceTimersByTime(MINUTE);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.close();
  return text;
}

it('gives a sign of life every 25 s, which a client relies on that has asked for nothing', async () => {
  expect(await saidInAnHour()).toBe(`: beat 25\nretry: 3000\n\n${':\n\n'.repeat(144)}`);
});

it('gives one every four minutes to a client that has asked for that', async () => {
  expect(await saidInAnHour(240)).toBe(`: beat 240\nretry: 3000\n\n${':\n\n'.repeat(15)}`);
});
