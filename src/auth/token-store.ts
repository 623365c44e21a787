import type { KeyValueStore } from '../domain/ports.ts';
import type { Account } from './session-state.ts';
import { userIdClaim } from './token-claims.ts';

/**
 * Held while tokens are written. Storage has no transactions: two tabs that sign in or refresh at the same
 * moment would else leave the tokens of one beside the account of the other.
 */
export const TOKENS_LOCK = 'tokens';

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
  /** The tokens of the account that is signed in now; null when there are none, or those of somebody else. */
  tokens(): Tokens | null;
  /**
   * Signs an account in. The account goes last, and another one goes first: at no moment do tokens stand
   * beside an account that is not theirs, and a page that dies meanwhile is signed out, not half in.
   */
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
      if (!access) return null;
      const subject = readAccount(storage.get(ACCOUNT))?.subject ?? null;
      if (subject !== null && userIdClaim(access) !== subject) return null;
      return { access, refresh: storage.get(REFRESH) ?? '' };
    },
    signIn: (account, tokens) => {
      if (readAccount(storage.get(ACCOUNT))?.key !== account.key) storage.remove(ACCOUNT);
      storage.set(REFRESH, tokens.refresh);
      storage.set(ACCESS, tokens.access);
      storage.set(ACCOUNT, JSON.stringify(account));
    },
    rotate: (tokens) => {
      storage.set(REFRESH, tokens.refresh);
      storage.set(ACCESS, tokens.access);
    },
    clearTokens,
    clear: () => {
      // First, or other tabs would see an account without tokens for a moment: an expired session.
      storage.remove(ACCOUNT);
      clearTokens();
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
    const { key, username, databaseName, userId, subject } = (JSON.parse(text) ?? {}) as Partial<Account>;
    if (typeof key !== 'string' || typeof username !== 'string' || typeof databaseName !== 'string')
      return null;
    return { key, username, databaseName, userId: textOrNull(userId), subject: textOrNull(subject) };
  } catch {
    return null;
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
