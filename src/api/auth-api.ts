import { type Answer, jsonObject } from '../domain/answer.ts';
import type { Clock } from '../domain/ports.ts';
import type { ServerId } from '../domain/resource-spec.ts';
import { failureWords } from '../words/common.ts';
import { ApiError, detailOf } from './api-error.ts';
import type { Send } from './http-client.ts';
import { z } from './schema.ts';
import { failureOf } from './sign-in-answer.ts';

const TOKEN_PATH = '/api/v1/auth/token/';
const REFRESH_PATH = '/api/v1/auth/token/refresh/';
const SIGN_OUT_PATH = '/api/v1/auth/token/blacklist/';
/** Also the cheap GET that tells whether a server is there. */
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

/**
 * Exchanges a password for tokens.
 * @param clock says when the next try may be made, where the server names a time
 * @throws SignInFailure with what is so, and the server's `detail`, or 'Login failed'
 */
export async function requestTokens(
  { send, clock }: { readonly send: Send; readonly clock: Clock },
  username: string,
  password: string,
): Promise<TokenPair> {
  const body = { username, password };
  // By its cookie a server knows a device that has signed in before, however many strangers guess at the account.
  const answer = await send({ method: 'POST', path: TOKEN_PATH, body, ownCookies: true }, null);
  const tokens = tokenAnswer.safeParse(jsonObject(answer));
  if (!tokens.success) throw failureOf(answer, clock);
  return tokens.data;
}

export type RefreshAnswer =
  | { readonly outcome: 'refreshed'; readonly access: string; readonly refresh: string | null }
  /** The server looked at the refresh token and does not want it. */
  | { readonly outcome: 'refused' }
  /** Anything else: the token may still be good. */
  | { readonly outcome: 'unreachable' };

/** Exchanges a refresh token; `refresh` is null where the server does not rotate it. */
export async function requestRefresh(send: Send, refresh: string): Promise<RefreshAnswer> {
  const answer = await send({ method: 'POST', path: REFRESH_PATH, body: { refresh } }, null);
  const tokens = refreshAnswer.safeParse(jsonObject(answer));
  if (tokens.success) {
    return { outcome: 'refreshed', access: tokens.data.access, refresh: tokens.data.refresh ?? null };
  }
  return { outcome: isRefusal(answer) ? 'refused' : 'unreachable' };
}

/** Ends the session that a refresh token belongs to. A server that cannot be reached lets it run out. */
export async function requestSignOut(send: Send, refresh: string): Promise<void> {
  await send({ method: 'POST', path: SIGN_OUT_PATH, body: { refresh } }, null);
}

function isRefusal(answer: Answer): boolean {
  return answer.kind === 'response' && [400, 401, 403].includes(answer.status) && answer.body.kind === 'json';
}

/**
 * Who the token belongs to.
 * @throws ApiError with the server's `detail`, or 'Failed to get user'
 */
export async function requestProfile(send: Send, access: string): Promise<Profile> {
  const answer = await send({ method: 'GET', path: PROFILE_PATH }, access);
  const profile = profileAnswer.safeParse(jsonObject(answer));
  if (!profile.success) throw new ApiError(detailOf(answer, failureWords.userFailed), answer);
  return { id: profile.data.id, username: profile.data.username ?? null };
}
