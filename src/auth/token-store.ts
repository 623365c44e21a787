import type { KeyValueStore } from '../domain/ports.ts';
import type { Account } from './session-state.ts';

const ACCESS = 'token';
const REFRESH = 'refresh_token';
const ACCOUNT = 'account';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/**
 * The tokens and whom they belong to, in storage that all tabs share. The account outlives expired tokens
 * (its changes still wait) but not a logout.
 */
export interface TokenStore {
  account(): Account | null;
  /** The tokens of the account that is signed in now; null when there are none. */
  tokens(): Tokens | null;
  /** Signs an account in. The access token goes last: a page that dies before it is signed out, not half in. */
  signIn(account: Account, tokens: Tokens): void;
  /** Replaces rotated tokens; the refresh token first, since the old one is dead already. */
  rotate(tokens: Tokens): void;
  /** The session is over, the account stays. */
  clearTokens(): void;
  /** Logout: nothing stays. */
  clear(): void;
  /** Called when another tab signed in, signed out or refreshed. */
  onChange(listener: () => void): () => void;
}

export function createTokenStore(storage: KeyValueStore): TokenStore {
  function clearTokens(): void {
    storage.remove(ACCESS);
    storage.remove(REFRESH);
  }
  return {
    account: () => readAccount(storage.get(ACCOUNT)),
    tokens: () => {
      const access = storage.get(ACCESS);
      const refresh = storage.get(REFRESH);
      return access ? { access, refresh: refresh ?? '' } : null;
    },
    signIn: (account, tokens) => {
      clearTokens();
      storage.set(ACCOUNT, JSON.stringify(account));
      storage.set(REFRESH, tokens.refresh);
      storage.set(ACCESS, tokens.access);
    },
    rotate: (tokens) => {
      storage.set(REFRESH, tokens.refresh);
      storage.set(ACCESS, tokens.access);
    },
    clearTokens,
    clear: () => {
      clearTokens();
      storage.remove(ACCOUNT);
    },
    onChange: (listener) => {
      const stops = [ACCESS, ACCOUNT].map((key) => storage.onChange(key, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function readAccount(text: string | null): Account | null {
  if (text === null) return null;
  try {
    const account = JSON.parse(text) as Partial<Account> | null;
    return typeof account?.key === 'string' &&
      typeof account.username === 'string' &&
      typeof account.databaseName === 'string'
      ? { key: account.key, username: account.username, databaseName: account.databaseName }
      : null;
  } catch {
    return null;
  }
}
