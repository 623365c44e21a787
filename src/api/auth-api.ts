import { type Answer, isPortal, jsonObject } from '../domain/answer.ts';
import type { Clock } from '../domain/ports.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { detailIn } from '../domain/server-message.ts';
import { SignInFailure } from '../domain/sign-in-failure.ts';
import { failureWords } from '../words/common.ts';
import { signInAnswerWords, signInFailureWords } from '../words/sign-in.ts';
import { ApiError, detailOf, readRetryAfter } from './api-error.ts';
import type { Send } from './http-client.ts';
import { z } from './schema.ts';

const TOKEN_PATH = '/api/v1/auth/token/';
const REFRESH_PATH = '/api/v1/auth/token/refresh/';
const SIGN_OUT_PATH = '/api/v1/auth/token/blacklist/';
/** Also a cheap way to check that the server is there. */
export const PROFILE_PATH = '/api/v1/auth/user/';

const tokenAnswer = z.object({ access: z.string().min(1), refresh: z.string().min(1) });
const refreshAnswer = z.object({ access: z.string().min(1), refresh: z.string().min(1).optional() });
const profileAnswer = z.object({
  id: z.union([z.number(), z.string().min(1)]),
  username: z.string().optional(),
});

export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

export interface Profile {
  readonly id: ServerId;
  readonly username: string | null;
}

/** @throws SignInFailure */
export async function requestTokens(
  { send, clock }: { readonly send: Send; readonly clock: Clock },
  username: string,
  password: string,
): Promise<TokenPair> {
  const body = { username, password };
  // Thanks to its cookie, the server admits a known device even while strangers try to guess the password.
  const answer = await send({ method: 'POST', path: TOKEN_PATH, body, ownCookies: true }, null);
  const tokens = tokenAnswer.safeParse(jsonObject(answer));
  if (!tokens.success) throw failureOf(answer, clock);
  return tokens.data;
}

export type RefreshAnswer =
  | { readonly outcome: 'refreshed'; readonly access: string; readonly refresh: string | null }
  | { readonly outcome: 'refused' }
  /** Any other result. The token may still be valid. */
  | { readonly outcome: 'unreachable' };

/** `refresh` in the result is null if the server does not rotate it. */
export async function requestRefresh(send: Send, refresh: string): Promise<RefreshAnswer> {
  const answer = await send({ method: 'POST', path: REFRESH_PATH, body: { refresh } }, null);
  const tokens = refreshAnswer.safeParse(jsonObject(answer));
  if (tokens.success) {
    return { outcome: 'refreshed', access: tokens.data.access, refresh: tokens.data.refresh ?? null };
  }
  return { outcome: isRefusal(answer) ? 'refused' : 'unreachable' };
}

/** Ignores failures, because the token expires anyway. */
export async function requestSignOut(send: Send, refresh: string): Promise<void> {
  await send({ method: 'POST', path: SIGN_OUT_PATH, body: { refresh } }, null);
}

function isRefusal(answer: Answer): boolean {
  return answer.kind === 'response' && [400, 401, 403].includes(answer.status) && answer.body.kind === 'json';
}

/** @throws ApiError */
export async function requestProfile(send: Send, access: string): Promise<Profile> {
  const answer = await send({ method: 'GET', path: PROFILE_PATH }, access);
  const profile = profileAnswer.safeParse(jsonObject(answer));
  if (!profile.success) throw new ApiError(detailOf(answer, failureWords.userFailed), answer);
  return { id: profile.data.id, username: profile.data.username ?? null };
}

type Response = Extract<Answer, { kind: 'response' }>;

function failureOf(answer: Answer, clock: Clock): SignInFailure {
  if (isPortal(answer)) {
    return new SignInFailure([signInFailureWords.captivePortal, signInAnswerWords.openAnyPage]);
  }
  if (answer.kind === 'response') return refusal(answer, clock);
  if (answer.kind === 'noAnswer' && answer.cause !== 'timeout')
    return new SignInFailure([signInFailureWords.noConnection]);
  return new SignInFailure([detailOf(answer, failureWords.loginFailed)]);
}

function refusal({ status, body, retryAfter }: Response, clock: Clock): SignInFailure {
  const detail = body.kind === 'json' ? detailIn(body.value) : null;
  const said = detail === null ? [] : [detail];
  if (status === 401 && body.kind !== 'html') {
    return new SignInFailure([signInAnswerWords.wrongPassword, ...said]);
  }
  if (status === 429) {
    const wait = retryAfter === null ? null : readRetryAfter(retryAfter, clock.now());
    // The server's sentence may name seconds, which would not count down as ours do.
    return wait === null
      ? new SignInFailure([signInAnswerWords.tooManyTriesWait, ...said])
      : new SignInFailure([signInAnswerWords.tooManyTries], { nextTry: { at: clock.now() + wait, clock } });
  }
  if (status >= 500) return new SignInFailure([signInAnswerWords.serverProblem, ...said]);
  return new SignInFailure(said.length > 0 ? said : [failureWords.loginFailed]);
}
