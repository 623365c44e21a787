import type { Profile, TokenPair } from '../api/auth-api.ts';
import type { Accounts } from '../db/accounts.ts';
import type { Account, SessionState } from './session-state.ts';
import { userIdClaim } from './token-claims.ts';
import type { TokenStore } from './token-store.ts';

/** Who is signed in on this device, for every tab. */
export interface Session {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => SessionState;
  /**
   * Signs in. The password goes to the token endpoint and nowhere else.
   * @throws ApiError with the server's words in `message`
   */
  signIn(username: string, password: string): Promise<void>;
  signOut(): void;
  /** The server refused the account's tokens: they go, its data stays. */
  expire(account: string): void;
}

/** The calls that signing in makes. */
export interface SignInCalls {
  requestTokens(username: string, password: string): Promise<TokenPair>;
  requestProfile(access: string): Promise<Profile | null>;
}

interface Options {
  readonly store: TokenStore;
  readonly accounts: Accounts;
  /** Origin of the API; with the user's id it names an account. */
  readonly origin: string;
  readonly calls: () => Promise<SignInCalls>;
  /** A person logs out: what need not be kept of the account may leave the device. */
  readonly onSignOut: (account: Account) => void;
}

export function createSession(options: Options): Session {
  const { store } = options;
  const listeners = new Set<() => void>();
  let state = startState(store);

  function publish(next: SessionState): void {
    if (sameState(state, next)) return;
    state = next;
    for (const listener of listeners) listener();
  }

  store.onChange(() => publish(runningState(store)));

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    signIn: async (username, password) => {
      const calls = await options.calls();
      const tokens = await calls.requestTokens(username, password);
      const profile = await calls.requestProfile(tokens.access);
      const userId = profile ? String(profile.id) : userIdClaim(tokens.access);
      const row = await options.accounts.open({
        origin: options.origin,
        userId,
        username: profile?.username ?? username,
      });
      const account: Account = { key: row.account, username: row.username, databaseName: row.databaseName };
      store.signIn(account, tokens);
      publish({ status: 'signedIn', account });
    },
    signOut: () => {
      const account = store.account();
      if (account) options.onSignOut(account);
      store.clear();
      publish({ status: 'signedOut' });
    },
    expire: (account) => {
      if (store.account()?.key !== account) return;
      store.clearTokens();
      publish(runningState(store));
    },
  };
}

/** A start without tokens shows the sign-in screen, whoever's changes still wait. */
function startState(store: TokenStore): SessionState {
  const account = store.account();
  return account && store.tokens() ? { status: 'signedIn', account } : { status: 'signedOut' };
}

/** While the app runs, tokens that vanish without a logout mean that the session expired. */
function runningState(store: TokenStore): SessionState {
  const account = store.account();
  if (!account) return { status: 'signedOut' };
  return { status: store.tokens() ? 'signedIn' : 'expired', account };
}

function sameState(a: SessionState, b: SessionState): boolean {
  if (a.status !== b.status) return false;
  const keyOf = (state: SessionState): string => ('account' in state ? state.account.key : '');
  return keyOf(a) === keyOf(b);
}
