import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/auth/session-state.ts';
import { createTokenStore } from '../../src/auth/token-store.ts';
import type { KeyValueStore } from '../../src/domain/ports.ts';
import { TestBrowser } from '../support/test-device.ts';
import { token } from '../support/tokens.ts';

const account = { key: 'http://a.test|1', username: 'demo', databaseName: 'db', userId: null, subject: null };
const tokens = { access: 'a1', refresh: 'r1' };

/** Stores of tabs over one storage, and every write to it in order. */
function twoTabs() {
  const browser = new TestBrowser();
  const writes: string[] = [];
  /** After each write, what another tab would find. */
  const seen: string[] = [];
  const look = (): void => {
    const { values } = browser;
    const stored = JSON.parse(values.get('account') ?? '{}') as Partial<Account>;
    const access = values.get('token');
    seen.push(`${stored.key ?? 'nobody'} ${access === undefined ? 'without tokens' : `with ${access}`}`);
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

  it('stores the account last, so that a page that dies meanwhile is signed out', () => {
    const { here, browser, writes } = twoTabs();
    here.signIn(account, tokens);
    expect(writes).toEqual(['set refresh_token', 'set token', 'set account']);
    browser.values.delete('account');
    expect(here.account()).toBeNull();
  });

  it('shows other tabs neither an expired session in a logout, nor tokens beside an account not theirs', () => {
    const { here, seen } = twoTabs();
    here.signIn(account, tokens);
    here.signIn({ ...account, key: 'http://a.test|2' }, { access: 'b1', refresh: 's1' });
    here.clear();
    expect(seen.filter((pair, n) => pair !== seen[n - 1])).toEqual([
      'nobody without tokens',
      'nobody with a1',
      'http://a.test|1 with a1',
      'nobody with a1',
      'nobody with b1',
      'http://a.test|2 with b1',
      'nobody with b1',
      'nobody without tokens',
    ]);
  });

  it('stores a rotated refresh token first, since the old one is dead', () => {
    const { here, writes } = twoTabs();
    here.signIn(account, tokens);
    here.rotate({ access: 'a2', refresh: 'r2' });
    expect(writes.slice(3)).toEqual(['set refresh_token', 'set token']);
    expect(here.tokens()).toEqual({ access: 'a2', refresh: 'r2' });
  });

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
    browser.values.set('token', 'a1');
    expect(here.tokens()).toEqual({ access: 'a1', refresh: '' });
  });

  it('gives the tokens of one user to no other', () => {
    const { here, browser } = twoTabs();
    const access = token({ user_id: 7 });
    here.signIn({ ...account, subject: '7' }, { access, refresh: 'r1' });
    expect(here.tokens()).toEqual({ access, refresh: 'r1' });
    browser.values.set('token', token({ user_id: 8 }));
    expect(here.tokens()).toBeNull();
  });

  it.each([
    '',
    'no JSON',
    'null',
    '{}',
    '{"key":1,"username":"u","databaseName":"d"}',
    '{"key":"k","username":"u"}',
  ])('takes what it cannot read for nobody: %j', (text) => {
    const { here, browser } = twoTabs();
    browser.values.set('account', text);
    expect(here.account()).toBeNull();
  });

  it('tells of what other tabs do, until nobody listens', async () => {
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
