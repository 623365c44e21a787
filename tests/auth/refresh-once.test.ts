import { describe, expect, it } from 'vitest';
import type { RefreshAnswer } from '../../src/api/auth-api.ts';
import { createTokenPort } from '../../src/auth/refresh-once.ts';
import { createTokenStore } from '../../src/auth/token-store.ts';
import { flush } from '../support/browser/flush.ts';
import { latch } from '../support/tab/scenario.ts';
import { TestBrowser } from '../support/tab/test-device.ts';

const account = { key: 'http://a.test|1', username: 'demo', databaseName: 'db', userId: null };
const other = {
  key: 'http://a.test|2',
  username: 'other',
  databaseName: 'db-2',
  userId: null,
  subject: null,
};
const refreshed: RefreshAnswer = { outcome: 'refreshed', access: 'a2', refresh: 'r2' };

/** Tabs of one browser that is signed in, over a server that gives `answer` to every refresh. */
function signedIn(answer: RefreshAnswer | (() => RefreshAnswer) = refreshed) {
  const browser = new TestBrowser();
  const requests: string[] = [];
  const expired: string[] = [];
  const reasons: string[] = [];
  const met: string[] = [];
  const tab = () => {
    const store = createTokenStore(browser.storageFor({}));
    const port = createTokenPort({
      store,
      locks: browser.locks.for({}),
      clock: browser.clock,
      requestRefresh: async (refresh) => {
        requests.push(refresh);
        await Promise.resolve();
        return typeof answer === 'function' ? answer() : answer;
      },
      onExpired: (key, _, why) => {
        expired.push(key);
        reasons.push(why);
      },
      onUserKnown: (key, userId) => met.push(`${key} is ${userId}`),
    });
    return { store, port };
  };
  const { store, port } = tab();
  store.signIn(account, { access: 'a1', refresh: 'r1' });
  /** Waits for `work` with half a minute of the device's time passing meanwhile. */
  async function later<T>(work: Promise<T>): Promise<T> {
    await flush();
    browser.clock.advance(30_000);
    return work;
  }
  return { browser, requests, expired, reasons, met, store, port, tab, later };
}

describe('the bearer token', () => {
  it('[A5] is given for the account that is signed in, and for no other', () => {
    const { port, store } = signedIn();
    expect(port.bearerOf(account.key)).toBe('a1');
    expect(port.bearerOf(other.key)).toBeNull();
    store.clearTokens();
    expect(port.bearerOf(account.key)).toBeNull();
  });
});

describe('what the server calls the user', () => {
  it.each([
    ['1', '1', true],
    ['1', '2', false],
    [null, '2', true],
  ])('[A5] known as %j, called %j: %j', (userId, called, isUser) => {
    const { port, store, met } = signedIn();
    store.signIn({ ...account, userId }, { access: 'a1', refresh: 'r1' });
    expect(port.checkUser(account.key, called)).toBe(isUser);
    expect(met).toEqual(userId === null ? [`${account.key} is ${called}`] : []);
  });
});

describe('a refresh', () => {
  it('[A1] stores the rotated pair before anybody else may refresh', async () => {
    const { port, store, requests } = signedIn();
    expect(await port.refresh(account.key, 'a1')).toBe('refreshed');
    expect(store.tokens()).toEqual({ access: 'a2', refresh: 'r2' });
    expect(requests).toEqual(['r1']);
  });

  it('keeps the refresh token if the server does not rotate it', async () => {
    const { port, store } = signedIn({ outcome: 'refreshed', access: 'a2', refresh: null });
    await port.refresh(account.key, 'a1');
    expect(store.tokens()).toEqual({ access: 'a2', refresh: 'r1' });
  });

  // @spec D1.15
  it('[A1] happens once, however many requests of however many tabs were refused', async () => {
    const { port, tab, requests } = signedIn();
    const second = tab().port;
    const outcomes = await Promise.all([
      port.refresh(account.key, 'a1'),
      second.refresh(account.key, 'a1'),
      port.refresh(account.key, 'a1'),
    ]);
    expect(outcomes).toEqual(['refreshed', 'refreshed', 'refreshed']);
    expect(requests).toEqual(['r1']);
  });

  // @spec D1.15
  it('[A9] is not needed when another tab has rotated the token', async () => {
    const { port, tab, requests } = signedIn();
    tab().store.rotate(account.key, { access: 'a2', refresh: 'r2' });
    expect(await port.refresh(account.key, 'a1')).toBe('refreshed');
    expect(requests).toEqual([]);
  });

  // @spec 4.4 4.7 8.2 D1.16 D2.26
  it('[A3] that is refused ends the session', async () => {
    const { port, expired, reasons, store, later } = signedIn({ outcome: 'refused' });
    expect(await later(port.refresh(account.key, 'a1'))).toBe('refused');
    expect([expired, reasons]).toEqual([[account.key], ['Failed to refresh token']]);
    expect(store.account()).toEqual(account);
  });

  it('[A8] that is refused because another tab was faster does not end the session, even if this tab hears of it late', async () => {
    const { port, expired, store, tab, later, browser } = signedIn({ outcome: 'refused' });
    const { store: faster } = tab();
    browser.clock.setTimer(() => faster.rotate(account.key, { access: 'a2', refresh: 'r2' }), 100);
    expect(await later(port.refresh(account.key, 'a1'))).toBe('refreshed');
    expect(expired).toEqual([]);
    expect(store.tokens()).toEqual({ access: 'a2', refresh: 'r2' });
  });

  it('[A13] writes nothing in the middle of a sign-in in another tab', async () => {
    const { port, store, browser } = signedIn();
    const signIn = latch();
    const writing = browser.locks.for({}).request('tokens', () => signIn.opened);
    const refresh = port.refresh(account.key, 'a1');
    await flush();
    store.signIn(other, { access: 'o1', refresh: 'o2' });
    signIn.open();
    await writing;
    expect(await refresh).toBe('refused');
    expect(store.tokens()).toEqual({ access: 'o1', refresh: 'o2' });
  });

  // @spec D1.17
  it('[A3] that does not reach the server does not end the session', async () => {
    const { port, expired, store } = signedIn({ outcome: 'unreachable' });
    expect(await port.refresh(account.key, 'a1')).toBe('unreachable');
    expect(expired).toEqual([]);
    expect(store.tokens()).toEqual({ access: 'a1', refresh: 'r1' });
  });

  // @spec 8.11 D1.26
  it('[A3] without a refresh token ends the session without a request', async () => {
    const { port, expired, reasons, store, requests } = signedIn();
    store.rotate(account.key, { access: 'a1', refresh: '' });
    expect(await port.refresh(account.key, 'a1')).toBe('refused');
    expect([expired, requests]).toEqual([[account.key], []]);
    expect(reasons).toEqual(['No refresh token available']);
  });

  it('[A5] sends no request for an account that is no longer signed in', async () => {
    const { port, store, requests, expired } = signedIn();
    store.signIn(other, { access: 'o1', refresh: 'o2' });
    expect(await port.refresh(account.key, 'a1')).toBe('refused');
    expect([requests, expired]).toEqual([[], []]);
    expect(store.tokens()).toEqual({ access: 'o1', refresh: 'o2' });
  });

  it('[A12] writes no tokens if its account signed out meanwhile, not even over those of another account', async () => {
    for (const [leave, left] of [
      ['signs out', null],
      ['changes', { access: 'o1', refresh: 'o2' }],
    ] as const) {
      const tabs = signedIn(() => {
        if (leave === 'signs out') tabs.store.clear();
        else tabs.store.signIn(other, { access: 'o1', refresh: 'o2' });
        return refreshed;
      });
      expect(await tabs.port.refresh(account.key, 'a1')).toBe('refused');
      expect(tabs.store.tokens()).toEqual(left);
      expect(tabs.expired).toEqual([]);
    }
  });

  it('[A10] reports that a fresh token was refused too', () => {
    const { port, expired } = signedIn();
    port.expire(account.key, 'a1');
    expect(expired).toEqual([account.key]);
  });
});
