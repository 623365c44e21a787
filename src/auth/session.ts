// The entry of `auth`: who is signed in on this device.

import { ApiError } from '../api/api-error.ts';
import type { Profile, TokenPair } from '../api/auth-api.ts';
import type { AccountRow, Accounts, SignedInUser } from '../db/accounts.ts';
import { createStore, type Locks, type Log, type Store } from '../domain/ports.ts';
import { NotLoadedError } from '../domain/sign-in-failure.ts';
import { signInFailureWords } from '../words/sign-in.ts';
import { type Account, type SessionState, TOKENS_LOCK, type TokenStore } from './token-store.ts';

export interface Session extends Pick<Store<SessionState>, 'subscribe' | 'getSnapshot'> {
  /**
   * Sends the password only to the token endpoint. After a session has expired, only its own account can sign in: the
   * open screen belongs to it. A valid session lasts until the new one is stored.
   * @param only key of the account that may sign in; any may if left out
   * @throws Error with a `message` that can be shown
   */
  signIn(username: string, password: string, only?: string): Promise<void>;
  signOut(): void;
  /** Ends the session unless it has newer tokens. Keeps the account's data. */
  expire(account: string, refused: string): void;
}

class SignInError extends Error {
  override readonly name = 'SignInError';
}

export interface SignInCalls {
  requestTokens(username: string, password: string): Promise<TokenPair>;
  /** @throws ApiError if the server does not name the user */
  requestProfile(access: string): Promise<Profile>;
}

interface Options {
  readonly store: TokenStore;
  readonly accounts: Accounts;
  readonly locks: Locks;
  readonly origin: string;
  readonly calls: () => Promise<SignInCalls>;
  /** Called at logout. The account's data may then be removed if no changes are waiting. */
  readonly onSignOut: (account: Account, tokens: TokenPair | null) => void;
  readonly log: Log;
}

export function createSession(options: Options): Session {
  const { store } = options;
  const { subscribe, getSnapshot, set } = createStore<SessionState>(startState(store));

  function publish(next: SessionState): void {
    if (!sameState(getSnapshot(), next)) set(next);
  }

  store.onChange(() => publish(runningState(store)));

  return {
    subscribe,
    getSnapshot,
    signIn: async (username, password, only) => {
      const before = store.account();
      const { user, tokens } = await identify(options, username, password);
      const mayOnly = (): string | null => {
        const state = getSnapshot();
        return state.status === 'expired' ? state.account.key : (only ?? null);
      };
      await keep(options, { user, tokens, before, only: mayOnly }).catch((cause: unknown) => {
        throw cause instanceof SignInError ? cause : new SignInError(signInFailureWords.notKept, { cause });
      });
      publish(runningState(store));
    },
    signOut: () => {
      const account = store.account();
      if (account) options.onSignOut(account, store.tokens());
      store.clear();
      publish({ status: 'signedOut' });
    },
    expire: (account, refused) => {
      if (store.account()?.key !== account || (store.tokens()?.access ?? refused) !== refused) return;
      store.clearTokens();
      publish(runningState(store));
    },
  };
}

interface Identity {
  readonly user: SignedInUser;
  readonly tokens: TokenPair;
}

async function identify(
  { calls, log, origin }: Options,
  username: string,
  password: string,
): Promise<Identity> {
  const server = await calls().catch((cause: unknown) => {
    throw new NotLoadedError(cause);
  });
  const tokens = await server.requestTokens(username, password);
  // Without a profile, the token and the typed name are enough for now.
  const profile = await server.requestProfile(tokens.access).catch((cause: unknown) => {
    if (!(cause instanceof ApiError)) throw cause;
    log.info('signed in without a profile', { why: cause.message });
    return null;
  });
  const user: SignedInUser = {
    origin,
    userId: profile ? String(profile.id) : null,
    subject: userIdClaim(tokens.access),
    username: profile?.username ?? null,
    typed: username,
  };
  return { user, tokens };
}

interface SignInFacts extends Identity {
  /** The account that was signed in when the sign-in began. */
  readonly before: Account | null;
  /** Null if any account may sign in. */
  readonly only: () => string | null;
}

/** Takes the lock, so that no account is opened while another tab removes it. */
function keep(
  { store, accounts, locks }: Options,
  { user, tokens, before, only }: SignInFacts,
): Promise<void> {
  return locks.request(TOKENS_LOCK, async () => {
    if (before && !store.account()) throw new SignInError(signInFailureWords.loggedOut);
    const row = await accounts.open(user, (key) => {
      if ((only() ?? key) !== key) throw new SignInError(signInFailureWords.anotherAccount);
    });
    store.signIn(accountOf(row), tokens);
  });
}

function accountOf({ key, username, databaseName, userId }: AccountRow): Account {
  return { key, username, databaseName, userId };
}

/** After a start without tokens, shows the sign-in screen even if changes are waiting. */
function startState(store: TokenStore): SessionState {
  const account = store.account();
  if (!account) return { status: 'signedOut' };
  return store.tokens() ? { status: 'signedIn', account } : { status: 'signedOut', lapsed: true };
}

/** Tokens that disappear while the app runs, without a logout, mean an expired session. */
function runningState(store: TokenStore): SessionState {
  const account = store.account();
  if (!account) return { status: 'signedOut' };
  return { status: store.tokens() ? 'signedIn' : 'expired', account };
}

function sameState(a: SessionState, b: SessionState): boolean {
  if (a.status !== b.status) return false;
  const nameOf = (state: SessionState): string => ('account' in state ? state.account.databaseName : '');
  return nameOf(a) === nameOf(b);
}

/** Returns the `user_id` claim of a SimpleJWT token (RFC 7519). Unverified: it only selects a database. */
export function userIdClaim(token: string): string | null {
  const { user_id: id } = claimsIn(token);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

interface TokenLife {
  readonly begunAt: number | null;
  readonly endsAt: number | null;
}

/** Returns the `iat` and `exp` claims (RFC 7519) in ms by the server's clock. Null where the token does not say. */
export function tokenLife(token: string): TokenLife {
  const { iat, exp } = claimsIn(token);
  return { begunAt: inMs(iat), endsAt: inMs(exp) };
}

function inMs(seconds: unknown): number | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : null;
}

function claimsIn(token: string): {
  readonly user_id?: unknown;
  readonly iat?: unknown;
  readonly exp?: unknown;
} {
  const payload = token.split('.')[1];
  if (payload === undefined) return {};
  try {
    return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as object | null) ?? {};
  } catch {
    return {};
  }
}
