import type { RefreshAnswer } from '../api/auth-api.ts';
import type { TokenPort } from '../api/authorized.ts';
import { type Clock, delay, type Locks } from '../domain/ports.ts';
import { failureWords } from '../words/common.ts';
import { TOKENS_LOCK, type TokenStore, type Tokens } from './token-store.ts';

/** In ms. After this time, a tab sees what another tab stored. */
const STORAGE_LAG_MS = 500;

/** Why a session ended, for developers. The user only reads that it expired. */
export type SessionEnd = (typeof failureWords)['noRefreshToken' | 'refreshFailed' | 'sessionExpired'];

interface Options {
  readonly store: TokenStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly requestRefresh: (refresh: string) => Promise<RefreshAnswer>;
  /** Called after the server has refused the token `refused`. */
  readonly onExpired: (account: string, refused: string, why: SessionEnd) => void;
  /** Called if the account was opened without the server's user id. */
  readonly onUserKnown: (account: string, userId: string) => void;
}

/**
 * Runs one refresh at a time in the whole browser. Reads storage again inside the lock: another tab may have rotated
 * the failed token. Stores new tokens before releasing the lock.
 */
export function createTokenPort(options: Options): TokenPort {
  const { store, locks, onExpired } = options;
  const bearerOf = (account: string): string | null =>
    store.account()?.key === account ? (store.tokens()?.access ?? null) : null;

  const rotate = (account: string, refused: string, tokens: Tokens): Promise<'refreshed' | 'refused'> =>
    locks.request(TOKENS_LOCK, async () => {
      if (bearerOf(account) !== refused) return 'refused';
      store.rotate(account, tokens);
      return 'refreshed';
    });

  async function refreshOnce(
    account: string,
    refused: string,
  ): Promise<'refreshed' | 'refused' | 'unreachable'> {
    const current = bearerOf(account);
    if (current !== refused) return current === null ? 'refused' : 'refreshed';
    const refresh = store.tokens()?.refresh ?? '';
    if (refresh !== '') {
      const answer = await options.requestRefresh(refresh);
      if (answer.outcome === 'unreachable') return 'unreachable';
      if (answer.outcome === 'refreshed') {
        return rotate(account, refused, { access: answer.access, refresh: answer.refresh ?? refresh });
      }
      await delay(options.clock, STORAGE_LAG_MS);
    }
    const now = bearerOf(account);
    if (now === refused)
      onExpired(account, refused, refresh === '' ? failureWords.noRefreshToken : failureWords.refreshFailed);
    return now === refused || now === null ? 'refused' : 'refreshed';
  }

  return {
    bearerOf,
    checkUser: (account, userId) => {
      const current = store.account();
      if (current?.key !== account) return true;
      if (current.userId === null) options.onUserKnown(account, userId);
      return current.userId === null || current.userId === userId;
    },
    refresh: (account, refused) => locks.request(`refresh|${account}`, () => refreshOnce(account, refused)),
    expire: (account, refused) => onExpired(account, refused, failureWords.sessionExpired),
  };
}
