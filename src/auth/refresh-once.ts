import type { RefreshAnswer } from '../api/auth-api.ts';
import type { TokenPort } from '../api/authorized.ts';
import { type Clock, delay, type Locks } from '../domain/ports.ts';
import { failureWords } from '../words/common.ts';
import { TOKENS_LOCK, type TokenStore, type Tokens } from './token-store.ts';

/** Time in ms in which what another tab has stored has surely arrived in this one. */
const STORAGE_LAG_MS = 500;

/** Why a session is over, for developers: a person is told that it has expired. */
export type SessionEnd = (typeof failureWords)['noRefreshToken' | 'refreshFailed' | 'sessionExpired'];

interface Options {
  readonly store: TokenStore;
  readonly locks: Locks;
  readonly clock: Clock;
  /** POSTs a refresh token. */
  readonly requestRefresh: (refresh: string) => Promise<RefreshAnswer>;
  /** The server wants `refused` no longer: the account's session is over, unless it has other tokens by now. */
  readonly onExpired: (account: string, refused: string, why: SessionEnd) => void;
  /** The server said what it calls the user of an account that was opened by less. */
  readonly onUserKnown: (account: string, userId: string) => void;
}

/**
 * The tokens as the client needs them: one refresh at a time in the whole browser. Inside the lock storage
 * is read again, because another tab may have rotated the token that just failed; the new one is stored
 * before the lock is let go.
 */
export function createTokenPort(options: Options): TokenPort {
  const { store, locks, onExpired } = options;
  const bearerOf = (account: string): string | null =>
    store.account()?.key === account ? (store.tokens()?.access ?? null) : null;

  /** Stores the new pair, if the account that asked for it is still the one that is signed in. */
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
      // Perhaps another tab has rotated it, and the news of that is still on its way to this one.
      await delay(options.clock, STORAGE_LAG_MS);
    }
    const now = bearerOf(account);
    if (now === refused)
      onExpired(account, refused, refresh === '' ? failureWords.noRefreshToken : failureWords.refreshFailed);
    return now === refused || now === null ? 'refused' : 'refreshed';
  }

  return {
    bearerOf,
    meetUser: (account, userId) => {
      const current = store.account();
      if (current?.key !== account) return true;
      if (current.userId === null) options.onUserKnown(account, userId);
      return current.userId === null || current.userId === userId;
    },
    refresh: (account, refused) => locks.request(`refresh|${account}`, () => refreshOnce(account, refused)),
    expire: (account, refused) => onExpired(account, refused, failureWords.sessionExpired),
  };
}
