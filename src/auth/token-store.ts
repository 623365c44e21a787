import type { KeyValueStore } from '../domain/ports.ts';

/** Held while tokens are written: two tabs that sign in, refresh or log out take turns. */
export const TOKENS_LOCK = 'tokens';

const ACCESS = 'token';
const REFRESH = 'refresh_token';
const ACCOUNT = 'account';
const TOKEN_OF = 'token_of';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Whose the access token is, by a fingerprint: also of the one before, so that a rotation has no gap. */
interface TokenOf {
  readonly account: string;
  readonly access: readonly string[];
}

/**
 * The tokens and whom they belong to, in storage that all tabs share. The account outlives expired tokens
 * (its changes still wait) but not a logout. Storage has no transactions, and what one tab writes reaches
 * another a moment later, lock or no lock: so a token counts only where it is noted as the account's.
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
  /** Replaces rotated tokens of an account; the refresh token first, since the old one is dead already. */
  rotate(account: string, tokens: Tokens): void;
  /** The session is over, the account stays. */
  clearTokens(): void;
  /** Logout: nothing stays. */
  clear(): void;
  /** Called when another tab signed in, signed out or refreshed. */
  onChange(listener: () => void): () => void;
}

/** Whether nobody is signed in here and nobody's session has expired here: a log-out leaves nothing behind. */
export function isNobodys(storage: Pick<KeyValueStore, 'get'>): boolean {
  return [ACCESS, ACCOUNT].every((key) => storage.get(key) === null);
}

/** Calls `listener` when another tab signed in, signed out or refreshed. The answer ends it. */
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
      // First, or other tabs would see an account without tokens for a moment: an expired session.
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

/** Tells tokens apart and tells nothing of them: 32 bits by Fowler, Noll and Vo (FNV-1a). */
function fingerprint(token: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** Whom the device's data belongs to. */
export interface Account {
  /** '{API origin}|{user id}': stands on every mutation and in the database's owner row. */
  readonly key: string;
  readonly username: string;
  /** Name of the account's database on this device. */
  readonly databaseName: string;
  /** What the server calls the user; null while it has not said. */
  readonly userId: string | null;
}

export type SessionState =
  /** `lapsed`: the app was started on the device of an account whose session had expired. */
  | { readonly status: 'signedOut'; readonly lapsed?: true }
  | { readonly status: 'signedIn'; readonly account: Account }
  /** The server refused the tokens. The device's copy and its waiting changes stay. */
  | { readonly status: 'expired'; readonly account: Account };
