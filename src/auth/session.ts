import { ApiError } from '../api/api-error.ts';
import type { Profile, TokenPair } from '../api/auth-api.ts';
import type { AccountRow, Accounts, SignedInUser } from '../db/accounts.ts';
import { NotLoadedError } from '../domain/not-loaded-error.ts';
import type { Locks, Log } from '../domain/ports.ts';
import { createStore, type Store } from '../domain/store.ts';
import { signInFailureWords } from '../words/sign-in.ts';
import type { Account, SessionState } from './token-store.ts';
import { TOKENS_LOCK, type TokenStore } from './token-store.ts';

/** Who is signed in on this device, for every tab. */
export interface Session extends Pick<Store<SessionState>, 'subscribe' | 'getSnapshot'> {
  /**
   * Signs in. The password goes to the token endpoint and nowhere else. After a session has expired only its
   * own account can: what is open on the screen belongs to it.
   * @throws Error with `message` fit to be shown: what is so, and the server's words where it gave any
   */
  signIn(username: string, password: string): Promise<void>;
  signOut(): void;
  /** The server refused the account's access token: the tokens go, unless they are new ones; its data stays. */
  expire(account: string, refused: string): void;
}

/** A sign-in failed on this device; `message` is fit to be shown. */
class SignInError extends Error {
  override readonly name = 'SignInError';
}

/** The calls that signing in makes. */
export interface SignInCalls {
  requestTokens(username: string, password: string): Promise<TokenPair>;
  /** @throws ApiError where the server did not say who it is */
  requestProfile(access: string): Promise<Profile>;
}

interface Options {
  readonly store: TokenStore;
  readonly accounts: Accounts;
  readonly locks: Locks;
  /** Origin of the API; with the user's id it names an account. */
  readonly origin: string;
  readonly calls: () => Promise<SignInCalls>;
  /** A person logs out: what need not be kept of the account may leave the device. */
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
    signIn: async (username, password) => {
      const before = store.account();
      const { user, tokens } = await identify(options, username, password);
      const only = (): string | null => {
        const state = getSnapshot();
        return state.status === 'expired' ? state.account.key : null;
      };
      await keep(options, { user, tokens, before, only }).catch((cause: unknown) => {
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

/** Asks the server for tokens, and for who that is. */
async function identify(
  { calls, log, origin }: Options,
  username: string,
  password: string,
): Promise<Identity> {
  const server = await calls().catch((cause: unknown) => {
    throw new NotLoadedError(cause);
  });
  const tokens = await server.requestTokens(username, password);
  // A sign-in does without it: the token and the typed name tell enough until the server says more.
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
  /** Who was signed in when the sign-in began. */
  readonly before: Account | null;
  /** Key of the only account that may sign in; null where any may. */
  readonly only: () => string | null;
}

/** In one turn with whoever else signs in or logs out, so that no account is opened while it is removed. */
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

/** A start without tokens shows the sign-in screen, whoever's changes still wait. */
function startState(store: TokenStore): SessionState {
  const account = store.account();
  if (!account) return { status: 'signedOut' };
  return store.tokens() ? { status: 'signedIn', account } : { status: 'signedOut', lapsed: true };
}

/** While the app runs, tokens that vanish without a logout mean that the session expired. */
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

/**
 * The `user_id` claim of a JSON Web Token (RFC 7519) as SimpleJWT writes it, as text; null for a token of
 * any other form. Nothing is verified: it only tells whose database to open.
 */
export function userIdClaim(token: string): string | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      user_id?: unknown;
    } | null;
    const id = claims?.user_id;
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  } catch {
    return null;
  }
}
