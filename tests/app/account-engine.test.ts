import { expect, test } from 'vitest';
import { AccountEngine } from '../../src/app/account/account-services.ts';
import type { SyncEngine } from '../../src/sync/engine/sync-engine.ts';
import { flush } from '../support/browser/flush.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';

/** An engine whose code cannot be loaded at first. */
function missingEngine() {
  const clock = new ManualClock();
  const online = new Set<() => void>();
  const returned = new Set<() => void>();
  const hear = (listeners: Set<() => void>) => (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const closing = new AbortController();
  const loads: ('failed' | 'started')[] = [];
  let hasConnection = false;
  const engine = new AccountEngine({
    device: {
      clock,
      connectivity: {
        isOnline: () => hasConnection,
        isOnWifi: () => null,
        onChange: hear(online),
        fetchesOwnFile: async () => false,
      },
      page: {
        isVisible: () => true,
        isFrozen: () => false,
        onChange: hear(new Set()),
        onReturn: hear(returned),
      },
      log: { debug: () => {}, info: () => {}, error: () => {} },
    },
    collections: [],
    start: async (): Promise<SyncEngine> => {
      loads.push(hasConnection ? 'started' : 'failed');
      if (!hasConnection) throw new TypeError('Failed to fetch');
      return { wake: () => {}, stop: async () => {} };
    },
    closing: closing.signal,
  });
  const say = (listeners: Set<() => void>) => () => {
    for (const listener of listeners) listener();
  };
  return {
    engine,
    loads,
    close: () => closing.abort(),
    connect: () => {
      hasConnection = true;
    },
    happen: { online: say(online), 'page is looked at': say(returned), '30 s': () => clock.advance(30_000) },
    listening: () => online.size + returned.size,
  };
}

test.each(['online', 'page is looked at', '30 s'] as const)(
  'an engine that could not be loaded is loaded again: %s',
  async (event) => {
    const { loads, connect, happen, listening } = missingEngine();
    await flush();
    expect(loads).toEqual(['failed']);
    connect();
    happen[event]();
    await flush();
    expect(loads).toEqual(['failed', 'started']);
    expect(listening()).toBe(0);
  },
);

test('an engine that could not be loaded waits where the browser says that the connection has gone', async () => {
  const { loads, happen } = missingEngine();
  await flush();
  happen.online();
  await flush();
  expect(loads).toEqual(['failed']);
});

test('an account that is closed asks for its engine no more', async () => {
  const { engine, loads, close, connect, happen } = missingEngine();
  await flush();
  close();
  await engine.stop('now');
  connect();
  happen['30 s']();
  await flush();
  expect(loads).toEqual(['failed']);
});
