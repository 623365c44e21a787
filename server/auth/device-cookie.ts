import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { DEVICE_SECONDS, type Tokens } from './tokens.ts';

const PATH = '/api/v1/auth/token/';

/** One cookie per account, because people share tablets. */
const nameFor = (userId: number): string => `crm_device_${userId}`;

/** Returns the UUID of a device that has signed in to this account. */
export async function shownDevice(
  request: FastifyRequest,
  tokens: Tokens,
  userId: number,
): Promise<string | null> {
  const shown = parseCookie(request.headers.cookie ?? '')[nameFor(userId)];
  return shown === undefined ? null : tokens.deviceIn(shown, userId);
}

/**
 * A device that has signed in gets its own count of failed sign-ins, which nobody else can use up. A site that makes a
 * browser send the cookie gains nothing.
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
