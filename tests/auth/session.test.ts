import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/api/api-error.ts';
import type { Profile } from '../../src/api/auth-api.ts';
import { createSession, tokenLife, userIdClaim } from '../../src/auth/session.ts';
import { createTokenStore } from '../../src/auth/token-store.ts';
import { createAccounts } from '../../src/db/accounts.ts';
import { flush } from '../support/browser/flush.ts';
import { pageDatabases } from '../support/browser/page-databases.ts';
import { token } from '../support/server/tokens.ts';
import { latch } from '../support/tab/scenario.ts';
import { TestBrowser } from '../support/tab/test-device.ts';

let made = 0;

interface Server {
  access?: string;
  /** Null where the server does not say who it is. */
  profile?: Profile | null;
  error?: Error;
}

/** Tabs of a browser over a server of its own. */
function aBrowser(server: Server = {}, broken: Partial<Parameters<typeof createSession>[0]> = {}) {
  const browser = new TestBrowser();
  const origin = `http://session-${++made}.test`;
  const left: string[] = [];
  const passwords: string[] = [];
  const noted: unknown[] = [];
  const tab = () => {
    const store = createTokenStore(browser.storageFor({}));
    const session = createSession({
      store,
      accounts: createAccounts(pageDatabases(), () => `database-${++made}`),
      locks: browser.locks.for({}),
      origin,
      calls: async () => ({
        requestTokens: async (_, password) => {
          passwords.push(password);
          if (server.error) throw server.error;
          return { access: server.access ?? 'opaque', refresh: 'r1' };
        },
        requestProfile: async () => {
          if (server.profile === null) throw new ApiError('Failed to get user', { kind: 'notSent' });
          return server.profile ?? { id: 1, username: 'demo' };
        },
      }),
      onSignOut: (account) => left.push(account.key),
      log: { debug: () => {}, info: (message, facts) => void noted.push([message, facts]), error: () => {} },
      ...broken,
    });
    return { store, session };
  };
  return { browser, origin, left, passwords, noted, tab };
}

const accountOf = (session: ReturnType<typeof createSession>) => {
  const state = session.getSnapshot();
  return 'account' in state ? state.account : null;
};

describe('a session', () => {
  // @spec 3.4 4.2
  it('begins signed out, and is signed in with the account that the server names', async () => {
    const { tab, origin, browser, passwords } = aBrowser();
    const { session } = tab();
    const told: string[] = [];
    session.subscribe(() => told.push(session.getSnapshot().status));
    expect(session.getSnapshot()).toEqual({ status: 'signedOut' });
    await session.signIn('Demo', 'secret');
    expect(session.getSnapshot()).toMatchObject({
      status: 'signedIn',
      account: { key: `${origin}|1`, username: 'demo' },
    });
    expect(told).toEqual(['signedIn']);
    expect(passwords).toEqual(['secret']);
    expect([...browser.values.values()].join()).not.toContain('secret');
  });

  it("fails to sign in with the server's words, and stays as it was", async () => {
    const error = new ApiError('No active account found', { kind: 'notSent' });
    const { session } = aBrowser({ error }).tab();
    await expect(session.signIn('demo', 'wrong')).rejects.toBe(error);
    expect(session.getSnapshot()).toEqual({ status: 'signedOut' });
  });

  // @spec 8.3
  it('[A5] knows the same account by its token where the profile cannot be read', async () => {
    const { tab, origin, noted } = aBrowser({ profile: null, access: token({ user_id: 42 }) });
    const { session } = tab();
    await session.signIn('demo', 'x');
    expect(accountOf(session)).toMatchObject({ key: `${origin}|42`, username: 'demo' });
    expect(noted).toEqual([['signed in without a profile', { why: 'Failed to get user' }]]);
  });

  it('[A5] knows an account by the name typed where the token says nothing either', async () => {
    const { tab, origin } = aBrowser({ profile: null });
    const { session } = tab();
    await session.signIn('demo', 'x');
    expect(accountOf(session)?.key).toBe(`${origin}|name:demo`);
  });

  // @spec 4.1 D2.24
  it('starts where it was left, and signed out where the tokens are gone', async () => {
    const { tab } = aBrowser();
    const first = tab();
    await first.session.signIn('demo', 'x');
    expect(tab().session.getSnapshot().status).toBe('signedIn');
    first.store.clearTokens();
    expect(tab().session.getSnapshot()).toEqual({ status: 'signedOut', lapsed: true });
    first.session.signOut();
    expect(tab().session.getSnapshot()).toEqual({ status: 'signedOut' });
  });

  // @spec 4.7 D2.27
  it('[A11] that expires keeps its account, so that the device goes on showing its data', async () => {
    const { tab, left } = aBrowser();
    const { session, store } = tab();
    await session.signIn('demo', 'x');
    const account = accountOf(session);
    session.expire('somebody else', 'opaque');
    expect(session.getSnapshot().status).toBe('signedIn');
    session.expire(account?.key ?? '', 'opaque');
    expect(session.getSnapshot()).toEqual({ status: 'expired', account });
    expect(store.tokens()).toBeNull();
    expect(left).toEqual([]);
  });

  // @spec 4.3
  it('ends with a logout, which says whose data may leave', async () => {
    const { tab, left, origin, browser } = aBrowser();
    const { session } = tab();
    session.signOut();
    await session.signIn('demo', 'x');
    session.signOut();
    expect(session.getSnapshot()).toEqual({ status: 'signedOut' });
    expect(left).toEqual([`${origin}|1`]);
    expect(browser.values.size).toBe(0);
  });

  it.each<[string, Partial<Parameters<typeof createSession>[0]>, RegExp]>([
    [
      'its code cannot be loaded',
      { calls: () => Promise.reject(new TypeError('import failed')) },
      /^Login failed: a part of the app/,
    ],
    [
      'the device keeps nothing',
      {
        accounts: {
          ...createAccounts(pageDatabases(), () => ''),
          open: () => Promise.reject(new Error('QuotaExceeded')),
        },
      },
      /^Login failed: this device could not store/,
    ],
  ])('says in words when %s', async (_, broken, words) => {
    const { tab } = aBrowser({}, broken);
    const { session } = tab();
    await expect(session.signIn('demo', 'x')).rejects.toThrow(words);
    expect(session.getSnapshot()).toEqual({ status: 'signedOut' });
  });

  // @spec D2.30
  it('[A6] that has expired accepts only its own account', async () => {
    const server: Server = {};
    const { tab } = aBrowser(server);
    const { session, store } = tab();
    await session.signIn('demo', 'x');
    const account = accountOf(session);
    session.expire(account?.key ?? '', 'opaque');
    server.profile = { id: 2, username: 'eve' };
    await expect(session.signIn('eve', 'x')).rejects.toThrow('This is another account.');
    expect(session.getSnapshot()).toEqual({ status: 'expired', account });
    expect(store.tokens()).toBeNull();
    server.profile = { id: 1, username: 'demo' };
    await session.signIn('demo', 'x');
    expect(session.getSnapshot()).toEqual({ status: 'signedIn', account });
  });

  it('that still holds lives until the new one is stored, which may have to be of its own account', async () => {
    const server: Server = { access: token({ user_id: 1 }) };
    const { tab } = aBrowser(server);
    const { session, store } = tab();
    await session.signIn('demo', 'x');
    const account = accountOf(session);
    const before = store.tokens();
    server.error = new ApiError('No connection', { kind: 'notSent' });
    await expect(session.signIn('demo', 'x', account?.key)).rejects.toBe(server.error);
    delete server.error;
    server.profile = { id: 2, username: 'eve' };
    await expect(session.signIn('eve', 'x', account?.key)).rejects.toThrow('This is another account.');
    expect([session.getSnapshot(), store.tokens()]).toEqual([{ status: 'signedIn', account }, before]);
    server.profile = { id: 1, username: 'demo' };
    server.access = token({ user_id: 1, jti: 'new' });
    await session.signIn('demo', 'x', account?.key);
    expect(session.getSnapshot()).toEqual({ status: 'signedIn', account });
    expect(store.tokens()?.access).toBe(server.access);
  });

  it('[A13] writes account and tokens together, even if another account signs in at the same moment', async () => {
    const server: Server = { access: token({ user_id: 1 }) };
    const { tab, browser } = aBrowser(server);
    const [first, second] = [tab(), tab()];
    const between = latch();
    const writing = browser.locks.for({}).request('tokens', () => between.opened);
    const signIns = [first.session.signIn('demo', 'x')];
    await flush();
    server.profile = { id: 2, username: 'eve' };
    server.access = token({ user_id: 2 });
    signIns.push(second.session.signIn('eve', 'x'));
    await flush();
    expect(first.store.tokens()).toBeNull();
    between.open();
    await Promise.all([writing, ...signIns]);
    await flush();
    expect(accountOf(first.session)).toMatchObject({ username: 'eve', userId: '2' });
    expect(first.session.getSnapshot()).toEqual(second.session.getSnapshot());
    expect(userIdClaim(first.store.tokens()?.access ?? '')).toBe('2');
  });

  it('that is signed out while a sign-in is under way stays signed out', async () => {
    const { tab } = aBrowser();
    const { session } = tab();
    await session.signIn('demo', 'x');
    session.expire(accountOf(session)?.key ?? '', 'opaque');
    const signIn = session.signIn('demo', 'x');
    session.signOut();
    await expect(signIn).rejects.toThrow('You were logged out.');
    expect(session.getSnapshot()).toEqual({ status: 'signedOut' });
  });

  it('follows what another tab does', async () => {
    const { tab } = aBrowser();
    const here = tab().session;
    const there = tab();
    const told: string[] = [];
    const stop = here.subscribe(() => told.push(here.getSnapshot().status));
    await there.session.signIn('demo', 'x');
    await Promise.resolve();
    there.store.rotate(accountOf(there.session)?.key ?? '', { access: 'a2', refresh: 'r2' });
    await Promise.resolve();
    there.session.expire(accountOf(there.session)?.key ?? '', 'opaque');
    expect(there.session.getSnapshot().status).toBe('signedIn');
    there.session.expire(accountOf(there.session)?.key ?? '', 'a2');
    await Promise.resolve();
    expect(told.at(-1)).toBe('expired');
    there.session.signOut();
    await Promise.resolve();
    stop();
    expect(told.filter((status, n) => status !== told[n - 1]).slice(-3)).toEqual([
      'signedIn',
      'expired',
      'signedOut',
    ]);
  });
});

describe("a token's user", () => {
  it.each([
    [token({ user_id: 42 }), '42'],
    [token({ user_id: 'u-1' }), 'u-1'],
    [token({ user_id: null }), null],
    [token({ sub: '42' }), null],
    [token(null), null],
    ['opaque', null],
    ['a.%%%.c', null],
    ['', null],
  ])('is read from %s', (text, expected) => {
    expect(userIdClaim(text)).toBe(expected);
  });
});

describe("a token's life", () => {
  it.each([
    [token({ iat: 1000, exp: 2000 }), { begunAt: 1_000_000, endsAt: 2_000_000 }],
    [token({ exp: '2000' }), { begunAt: null, endsAt: null }],
    ['opaque', { begunAt: null, endsAt: null }],
  ])('is read from %s', (text, expected) => {
    expect(tokenLife(text)).toEqual(expected);
  });
});
