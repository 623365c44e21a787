import { type Answer, jsonObject } from '../domain/answer.ts';
import { PROFILE_PATH } from './auth-api.ts';
import type { HttpRequest, Send } from './http-client.ts';

/** What the client asks of whoever keeps the tokens. */
export interface TokenPort {
  /** The bearer token, if `account` is the one that is signed in on this device right now; else null. */
  bearerOf(account: string): string | null;
  /** Replaces the token that a server refused with 401. */
  refresh(account: string, refused: string): Promise<'refreshed' | 'refused' | 'unreachable'>;
  /** Takes in what the server calls the account's user; false where it is known to be another one. */
  meetUser(account: string, userId: string): boolean;
  /** A token that was just refreshed was refused as well, or is somebody else's: the session is over. */
  expire(account: string, refused: string): void;
}

/** Sends as one account. Every API call of a signed-in person goes through here. */
export type AuthorizedSend = (request: HttpRequest) => Promise<Answer>;

/**
 * Adds the account's bearer token. A 401 causes one refresh and one retry, never more: the refresh of a
 * deactivated user still succeeds on stock servers, and would go round for ever. A profile of somebody else
 * ends the session: the account was opened by a name that has changed hands. A tab may have been stopped before it
 * heard of the 401, and another one may have sent the change since: a change asks first. An aborted request does not wait
 * for a refresh, which itself goes on: its new tokens must not be lost.
 */
export function authorized(send: Send, tokens: TokenPort, account: string): AuthorizedSend {
  return async (request) => {
    const answer = await sendOnceAuthorized(request);
    const userId = request.path === PROFILE_PATH ? userIdIn(answer) : null;
    if (userId === null || tokens.meetUser(account, userId)) return answer;
    tokens.expire(account, tokens.bearerOf(account) ?? '');
    return { kind: 'unauthorized', refresh: 'refused' };
  };

  async function sendOnceAuthorized(request: HttpRequest): Promise<Answer> {
    const bearer = tokens.bearerOf(account);
    if (bearer === null) return { kind: 'notSent' };
    const first = await send(request, bearer);
    if (!isAuthRefusal(first)) return first;

    const refresh = await untilAborted(tokens.refresh(account, bearer), request.signal);
    if (refresh !== 'refreshed') return { kind: 'unauthorized', refresh };
    if (request.mayRepeat && !(await request.mayRepeat()))
      return { kind: 'unauthorized', refresh: 'unreachable' };
    const fresh = tokens.bearerOf(account);
    if (fresh === null) return { kind: 'notSent' };
    const second = await send(request, fresh);
    if (!isAuthRefusal(second)) return second;
    tokens.expire(account, fresh);
    return { kind: 'unauthorized', refresh: 'refused' };
  }
}

type Refreshed = Awaited<ReturnType<TokenPort['refresh']>>;

function untilAborted(refresh: Promise<Refreshed>, signal: AbortSignal | undefined): Promise<Refreshed> {
  if (!signal) return refresh;
  const aborted = new Promise<Refreshed>((resolve) => {
    if (signal.aborted) resolve('unreachable');
    signal.addEventListener('abort', () => resolve('unreachable'), { once: true });
  });
  return Promise.race([refresh, aborted]);
}

function userIdIn(answer: Answer): string | null {
  const id = jsonObject(answer)?.['id'];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

const AUTH_CODES = ['token_not_valid', 'user_inactive', 'not_authenticated', 'authentication_failed'];

/** 401, or a 403 that some servers send in its place, told by SimpleJWT's machine-readable `code`. */
function isAuthRefusal(answer: Answer): boolean {
  if (answer.kind !== 'response') return false;
  if (answer.status === 401) return true;
  if (answer.status !== 403 || answer.body.kind !== 'json') return false;
  const code = (answer.body.value as { code?: unknown } | null)?.code;
  return typeof code === 'string' && AUTH_CODES.includes(code);
}
