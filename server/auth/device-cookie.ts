import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import { DEVICE_SECONDS, type Tokens } from './tokens.ts';

/** The sign-in endpoints only. */
const PATH = '/api/v1/auth/token/';

/** One cookie per account, because people share tablets. */
const nameFor = (userId: number): string => `crm_device_${userId}`;

/** The UUID of the known device that a request presents for this account; null when there is none. */
export async function shownDevice(
  request: FastifyRequest,
  tokens: Tokens,
  userId: number,
): Promise<string | null> {
  const shown = parseCookie(request.headers.cookie ?? '')[nameFor(userId)];
  return shown === undefined ? null : tokens.deviceIn(shown, userId);
}

/**
 * The `Set-Cookie` header that makes a device known to this account. The cookie only lets a sign-in pass a throttle
 * that others have filled, so another site gains nothing by having it sent. Scripts cannot read it.
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
