import type { RefreshAnswer } from '../api/auth-api.ts';
import type { TokenPort } from '../api/authorized.ts';
import type { Locks } from '../domain/ports.ts';
import type { TokenStore } from './token-store.ts';

interface Options {
  readonly store: TokenStore;
  readonly locks: Locks;
  /** POSTs a refresh token. */
  readonly requestRefresh: (refresh: string) => Promise<RefreshAnswer>;
  /** The account's session is over on this device. */
  readonly onExpired: (account: string) => void;
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
  return {
    bearerOf,
    refresh: (account, refused) =>
      locks.request(`refresh|${account}`, async () => {
        const current = bearerOf(account);
        if (current !== refused) return current === null ? 'refused' : 'refreshed';
        const refresh = store.tokens()?.refresh ?? '';
        if (refresh === '') {
          onExpired(account);
          return 'refused';
        }
        const answer = await options.requestRefresh(refresh);
        // Signed out, or somebody else signed in, while the answer was on its way: it is theirs no longer.
        if (bearerOf(account) !== refused) return 'refused';
        if (answer.outcome === 'refreshed') {
          store.rotate({ access: answer.access, refresh: answer.refresh ?? refresh });
        }
        if (answer.outcome === 'refused') onExpired(account);
        return answer.outcome;
      }),
    expire: onExpired,
  };
}
