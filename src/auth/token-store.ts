import type { KeyValueStore } from '../domain/ports.ts';

/** Held while tokens are written. */
export const TOKENS_LOCK = 'tokens';

const ACCESS = 'token';
const REFRESH = 'refresh_token';
const ACCOUNT = 'account';
const TOKEN_OF = 'token_of';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** The account of the stored tokens. Includes the previous token's fingerprint, so that a rotation leaves no gap. */
interface TokenOf {
  readonly account: string;
  readonly access: readonly string[];
}

/**
 * Shares tokens and account among all tabs. Expired tokens leave the account in place, because its changes are waiting.
 * A logout removes it.
 * Storage has no transactions, and writes reach other tabs late. So a token counts only if it is noted as the
 * account's.
 */
export interface TokenStore {
  account(): Account | null;
  /** Null if the tokens belong to another account. */
  tokens(): Tokens | null;
  /**
   * Removes another account first and writes the new one last: tokens never belong to the wrong account, and if the
   * page dies in between, the user is signed out.
   */
  signIn(account: Account, tokens: Tokens): void;
  /** Writes the refresh token first, because the old one no longer works. */
  rotate(account: string, tokens: Tokens): void;
  /** Ends the session but keeps the account. */
  clearTokens(): void;
  clear(): void;
  onChange(listener: () => void): () => void;
}

export function hasNoAccount(storage: Pick<KeyValueStore, 'get'>): boolean {
  return [ACCESS, ACCOUNT].every((key) => storage.get(key) === null);
}

export function watchTokens(storage: Pick<KeyValueStore, 'onChange'>, listener: () => void): () => void {
  const stops = [ACCESS, ACCOUNT].map((key) => storage.onChange(key, listener));
  return () => {
    for (const stop of stops) stop();
  };
}

export function createTokenStore(storage: KeyValueStore): TokenStore {
  function clearTokens(): void {
    storage.remove(ACCESS);
    storage.remove(REFRESH);
    storage.remove(TOKEN_OF);
  }

  function write(account: string, tokens: Tokens): void {
    const before = readTokenOf(storage.get(TOKEN_OF))?.account === account ? storage.get(ACCESS) : null;
    const access = [...(before ? [before] : []), tokens.access].map(fingerprint);
    storage.set(TOKEN_OF, JSON.stringify({ account, access } satisfies TokenOf));
    storage.set(REFRESH, tokens.refresh);
    storage.set(ACCESS, tokens.access);
  }

  return {
    account: () => readAccount(storage.get(ACCOUNT)),
    tokens: () => {
      const access = storage.get(ACCESS);
      const account = readAccount(storage.get(ACCOUNT));
      const of = readTokenOf(storage.get(TOKEN_OF));
      if (!access || !account || of?.account !== account.key) return null;
      if (!of.access.includes(fingerprint(access))) return null;
      return { access, refresh: storage.get(REFRESH) ?? '' };
    },
    signIn: (account, tokens) => {
      if (readAccount(storage.get(ACCOUNT))?.key !== account.key) storage.remove(ACCOUNT);
      write(account.key, tokens);
      storage.set(ACCOUNT, JSON.stringify(account));
    },
    rotate: write,
    clearTokens,
    clear: () => {
      // This comes first, or other tabs would briefly see an expired session.
      storage.remove(ACCOUNT);
      clearTokens();
    },
    onChange: (listener) => watchTokens(storage, listener),
  };
}

function readAccount(text: string | null): Account | null {
  const { key, username, databaseName, userId } = readObject<Account>(text);
  if (typeof key !== 'string' || typeof username !== 'string' || typeof databaseName !== 'string')
    return null;
  return { key, username, databaseName, userId: typeof userId === 'string' ? userId : null };
}

function readTokenOf(text: string | null): TokenOf | null {
  const { account, access } = readObject<TokenOf>(text);
  return typeof account === 'string' && Array.isArray(access) ? { account, access } : null;
}

function readObject<T>(text: string | null): Partial<T> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Partial<T>;
  } catch {
    return {};
  }
}

/** Distinguishes tokens without revealing them (FNV-1a, 32 bits). */
function fingerprint(token: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

export interface Account {
  /** '{API origin}|{user id}'. Stored in each mutation and in the database's owner row. */
  readonly key: string;
  readonly username: string;
  readonly databaseName: string;
  /** Null until the server has named the user. */
  readonly userId: string | null;
}

export type SessionState =
  /** `lapsed`: the app started after the session had expired. */
  | { readonly status: 'signedOut'; readonly lapsed?: true }
  | { readonly status: 'signedIn'; readonly account: Account }
  /** The account's data and waiting changes stay. */
  | { readonly status: 'expired'; readonly account: Account };
