import { requestProfile, requestRefresh, requestSignOut, requestTokens } from '../../api/auth-api.ts';
import { type AuthorizedSend, authorized } from '../../api/authorized.ts';
import { createEventClient, type Listen } from '../../api/event-client.ts';
import { createHttpClient } from '../../api/http-client.ts';
import { createTokenPort, type SessionEnd } from '../../auth/refresh-once.ts';
import type { SignInCalls } from '../../auth/session.ts';
import type { TokenStore } from '../../auth/token-store.ts';
import type { Clock, Locks } from '../../domain/ports.ts';

interface Options {
  readonly baseUrl: string;
  readonly store: TokenStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly onExpired: (account: string, refused: string, why: SessionEnd) => void;
  readonly onUserKnown: (account: string, userId: string) => void;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Network {
  readonly signIn: SignInCalls;
  /** Call this only if the server announces `sign-out`. */
  readonly endSession: (refresh: string) => Promise<void>;
  readonly sendAs: (account: string) => AuthorizedSend;
  readonly listenAs: (account: string) => Listen;
}

/** This module is loaded after the first rows are on the screen. */
export function createNetwork(options: Options): Network {
  const send = createHttpClient(options);
  const tokens = createTokenPort({
    store: options.store,
    locks: options.locks,
    clock: options.clock,
    requestRefresh: (refresh) => requestRefresh(send, refresh),
    onExpired: options.onExpired,
    onUserKnown: options.onUserKnown,
  });
  return {
    signIn: {
      requestTokens: (username, password) =>
        requestTokens({ send, clock: options.clock }, username, password),
      requestProfile: (access) => requestProfile(send, access),
    },
    endSession: (refresh) => requestSignOut(send, refresh),
    sendAs: (account) => authorized(send, tokens, account),
    listenAs: (account) => createEventClient({ ...options, bearer: () => tokens.bearerOf(account) }),
  };
}
