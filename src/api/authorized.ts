import { type Answer, jsonObject } from '../domain/answer.ts';
import { PROFILE_PATH } from './auth-api.ts';
import type { HttpRequest, Send } from './http-client.ts';

export interface TokenPort {
  /** Null unless `account` is signed in on this device. */
  bearerOf(account: string): string | null;
  refresh(account: string, refused: string): Promise<'refreshed' | 'refused' | 'unreachable'>;
  /** Stores the server's user id. Returns false if the account belongs to another user. */
  checkUser(account: string, userId: string): boolean;
  expire(account: string, refused: string): void;
}

export type AuthorizedSend = (request: HttpRequest) => Promise<Answer>;

/**
 * Adds the account's bearer token. A 401 causes one refresh and one retry. More retries might never end: stock servers
 * give a deactivated user new tokens and then refuse them.
 * `mayRepeat` must agree to the retry, because another tab may have sent the change while this one slept.
 * An abort does not cancel the refresh, whose new tokens must not be lost.
 */
export function authorized(send: Send, tokens: TokenPort, account: string): AuthorizedSend {
  return async (request) => {
    const answer = await sendOnceAuthorized(request);
    const userId = request.path === PROFILE_PATH ? userIdIn(answer) : null;
    if (userId === null || tokens.checkUser(account, userId)) return answer;
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
    if (request.mayRepeat && !(await request.mayRepeat())) return { kind: 'unauthorized', refresh };
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

/** Some servers answer 403 with SimpleJWT's `code` instead of 401. */
function isAuthRefusal(answer: Answer): boolean {
  if (answer.kind !== 'response') return false;
  if (answer.status === 401) return true;
  if (answer.status !== 403 || answer.body.kind !== 'json') return false;
  const code = (answer.body.value as { code?: unknown } | null)?.code;
  return typeof code === 'string' && AUTH_CODES.includes(code);
}
