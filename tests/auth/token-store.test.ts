import { describe, expect, it } from 'vitest';
import { createTokenStore, hasNoAccount } from '../../src/auth/token-store.ts';
import type { KeyValueStore } from '../../src/domain/ports.ts';
import { TestBrowser } from '../support/tab/test-device.ts';

const account = { key: 'http://a.test|1', username: 'demo', databaseName: 'db', userId: null };
const tokens = { access: 'a1', refresh: 'r1' };

/** Stores of tabs over one storage, and every write to it in order. */
function twoTabs() {
  const browser = new TestBrowser();
  const writes: string[] = [];
  /** After each write, what another tab would find. */
  const seen: string[] = [];
  const look = (): void => {
    const store = createTokenStore(browser.storageFor({}));
    seen.push(`${store.account()?.key ?? 'nobody'} with ${store.tokens()?.access ?? 'no tokens'}`);
  };
  const logged = (storage: KeyValueStore): KeyValueStore => ({
    ...storage,
    set: (key, value) => {
      writes.push(`set ${key}`);
      storage.set(key, value);
      look();
    },
    remove: (key) => {
      storage.remove(key);
      look();
    },
  });
  const [here, there] = [{}, {}].map((tab) => createTokenStore(logged(browser.storageFor(tab))));
  if (!here || !there) throw new Error('Two tabs are two.');
  return { browser, here, there, writes, seen };
}

describe('the token store', () => {
  it('is empty at first', () => {
    const { here } = twoTabs();
    expect([here.account(), here.tokens()]).toEqual([null, null]);
  });

  it('is one for all tabs', () => {
    const { here, there } = twoTabs();
    here.signIn(account, tokens);
    expect([there.account(), there.tokens()]).toEqual([account, tokens]);
  });

  // @spec 4.2 9.4
  it('stores the account last, so that a page that dies meanwhile is signed out', () => {
    const { here, browser, writes } = twoTabs();
    here.signIn(account, tokens);
    expect(writes).toEqual(['set token_of', 'set refresh_token', 'set token', 'set account']);
    browser.values.delete('account');
    expect(here.account()).toBeNull();
  });

  it('never shows other tabs an expired session during a logout, or tokens with the wrong account', () => {
    const { here, seen } = twoTabs();
    here.signIn(account, tokens);
    here.signIn({ ...account, key: 'http://a.test|2' }, { access: 'b1', refresh: 's1' });
    here.clear();
    expect(seen.filter((pair, n) => pair !== seen[n - 1])).toEqual([
      'nobody with no tokens',
      'http://a.test|1 with a1',
      'nobody with no tokens',
      'http://a.test|2 with b1',
      'nobody with no tokens',
    ]);
  });

  it('stores a rotated refresh token first, since the old one is dead', () => {
    const { here, writes } = twoTabs();
    here.signIn(account, tokens);
    here.rotate(account.key, { access: 'a2', refresh: 'r2' });
    expect(writes.slice(4)).toEqual(['set token_of', 'set refresh_token', 'set token']);
    expect(here.tokens()).toEqual({ access: 'a2', refresh: 'r2' });
  });

  // @spec 4.3
  it('[A4] keeps the account when the session ends, and nothing after a logout', () => {
    const { here, there, browser } = twoTabs();
    here.signIn(account, tokens);
    here.clearTokens();
    expect([there.account(), there.tokens()]).toEqual([account, null]);
    here.clear();
    expect(there.account()).toBeNull();
    expect(browser.values.size).toBe(0);
  });

  it('knows an access token without a refresh token', () => {
    const { here, browser } = twoTabs();
    here.signIn(account, tokens);
    browser.values.delete('refresh_token');
    expect(here.tokens()).toEqual({ access: 'a1', refresh: '' });
  });

  it('[A5] gives the tokens of one account to no other, whatever tabs wrote over each other', () => {
    const { here, there, browser } = twoTabs();
    const mine = { ...account, key: 'http://a.test|2' };
    here.signIn(mine, { access: 'b1', refresh: 's1' });
    // A tab that has not heard of it stores what was renewed for the first one, wholly or in part.
    there.rotate(account.key, { access: 'a2', refresh: 'r2' });
    expect([here.account(), here.tokens()]).toEqual([mine, null]);
    here.signIn(mine, { access: 'b1', refresh: 's1' });
    browser.values.set('token', 'a2');
    expect(here.tokens()).toBeNull();
  });

  it('has tokens at every moment of a rotation', () => {
    const { here, seen } = twoTabs();
    here.signIn(account, tokens);
    const before = seen.length;
    here.rotate(account.key, { access: 'a2', refresh: 'r2' });
    expect(seen.slice(before).map((pair) => pair.split(' ').at(-1))).toEqual(['a1', 'a1', 'a2']);
  });

  it.each([
    '',
    'no JSON',
    'null',
    '{}',
    '{"key":1,"username":"u","databaseName":"d"}',
    '{"key":"k","username":"u"}',
  ])('ignores what it cannot read: %j', (text) => {
    const { here, browser } = twoTabs();
    browser.values.set('account', text);
    expect(here.account()).toBeNull();
  });

  it('reports what other tabs do until the listener stops', async () => {
    const { here, there } = twoTabs();
    const told: string[] = [];
    const stop = here.onChange(() => told.push('changed'));
    there.signIn(account, tokens);
    await Promise.resolve();
    expect(told.length).toBeGreaterThan(0);
    stop();
    const before = told.length;
    there.clear();
    await Promise.resolve();
    expect(told).toHaveLength(before);
  });
});

describe('a device', () => {
  it('has no account before the first sign-in and after a logout, but keeps it after a session has expired', () => {
    const storage = new TestBrowser().storageFor({});
    const store = createTokenStore(storage);
    expect(hasNoAccount(storage)).toBe(true);
    store.signIn(account, tokens);
    expect(hasNoAccount(storage)).toBe(false);
    store.clearTokens();
    expect(hasNoAccount(storage)).toBe(false);
    store.clear();
    expect(hasNoAccount(storage)).toBe(true);
  });

  it('is somebody’s while tokens without an account are left to be cleared', () => {
    const storage = new TestBrowser().storageFor({});
    storage.set('token', 'a1');
    expect(hasNoAccount(storage)).toBe(false);
  });
});
