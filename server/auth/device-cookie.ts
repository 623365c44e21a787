import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { DEVICE_SECONDS, type Tokens } from './tokens.ts';

/** Where people sign in, and below. */
const PATH = '/api/v1/auth/token/';

/** One cookie an account: people share tablets. */
const nameFor = (userId: number): string => `crm_device_${userId}`;

/** The known device that a request shows of this account, as a UUID; null where it shows none. */
export async function shownDevice(
  request: FastifyRequest,
  tokens: Tokens,
  userId: number,
): Promise<string | null> {
  const shown = parseCookie(request.headers.cookie ?? '')[nameFor(userId)];
  return shown === undefined ? null : tokens.deviceIn(shown, userId);
}

/**
 * The header `Set-Cookie` that makes a device known to this account. It lets a sign-in past the throttle that others have
 * filled and does nothing else, so that no other site gains by having it sent; scripts cannot read it.
 */
export async function deviceCookie(request: FastifyRequest, tokens: Tokens, userId: number): Promise<string> {
  return stringifySetCookie({
    name: nameFor(userId),
    value: await tokens.device(userId),
    path: PATH,
    maxAge: DEVICE_SECONDS,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
  });
}
