import type { FastifyRequest } from 'fastify';
import { TokenError, type Tokens } from '../auth/tokens.ts';
import type { Database } from '../db/database.ts';
import { unauthorized } from '../http/problem.ts';
import { findUser, type User } from '../repositories/accounts.ts';

const callers = new WeakMap<FastifyRequest, User>();

/** Who sent this request. Only for routes behind the hook of `authentication`. */
export function callerOf(request: FastifyRequest): User {
  const caller = callers.get(request);
  if (!caller) throw new Error(`${request.routeOptions.url ?? request.url} is not behind authentication`);
  return caller;
}

/**
 * An onRequest hook that lets signed-in users pass. The user, and with it the company, is read from the
 * database every time: a user who is deactivated is out at once.
 */
export function authentication(db: Database, tokens: Tokens) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    const user = await findUser(db, await userIdOf(tokens, token));
    if (!user) throw unauthorized({ detail: 'User not found', code: 'user_not_found' });
    if (!user.isActive) throw unauthorized({ detail: 'User is inactive', code: 'user_inactive' });
    callers.set(request, user);
  };
}

function bearerToken(header: string | undefined): string {
  const parts = (header ?? '').split(/\s+/).filter((part) => part !== '');
  if (parts[0] !== 'Bearer') {
    throw unauthorized({ detail: 'Authentication credentials were not provided.' });
  }
  const token = parts[1];
  if (token === undefined || parts.length > 2) {
    throw unauthorized({
      detail: 'Authorization header must contain two space-delimited values',
      code: 'bad_authorization_header',
    });
  }
  return token;
}

async function userIdOf(tokens: Tokens, token: string): Promise<number> {
  try {
    return await tokens.verify(token, 'access');
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    throw unauthorized({
      detail: 'Given token not valid for any token type',
      code: 'token_not_valid',
      messages: [{ token_class: 'AccessToken', token_type: 'access', message: error.message }],
    });
  }
}
