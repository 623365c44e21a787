import type { FastifyRequest } from 'fastify';
import { TokenError, type Tokens } from '../auth/tokens.ts';
import { type CompanyConnection, connectToCompany } from '../db/company-scope.ts';
import type { Database } from '../db/database.ts';
import { type Problem, unauthorized } from '../http/problem.ts';
import { findCaller, nameOf, type User } from '../repositories/accounts.ts';
import type { Bearer } from '../repositories/sessions.ts';
import { noteUser } from './request-log.ts';

const callers = new WeakMap<FastifyRequest, User>();
const bearers = new WeakMap<FastifyRequest, Promise<Bearer>>();

/** Only for routes with the `authentication` hook. */
export function callerOf(request: FastifyRequest): User {
  const caller = callers.get(request);
  if (!caller) throw new Error(`${request.routeOptions.url ?? request.url} is not behind authentication`);
  return caller;
}

/** Only for routes with the `authentication` hook. */
export function companyOf(db: Database, request: FastifyRequest): CompanyConnection {
  const caller = callerOf(request);
  return connectToCompany(db, caller.companyId, nameOf(caller));
}

/** Reads user and session every time, so that a deactivation or sign-out takes effect at once. */
export function authentication(db: Database, tokens: Tokens) {
  return async (request: FastifyRequest): Promise<void> => {
    const bearer = await bearerOf(request, tokens);
    noteUser(request, { id: bearer.userId });
    const caller = await findCaller(db, bearer);
    if (!caller) throw unauthorized({ detail: 'User not found', code: 'user_not_found' });
    noteUser(request, caller.user);
    if (!caller.user.isActive) throw unauthorized({ detail: 'User is inactive', code: 'user_inactive' });
    if (!caller.inSession) throw badToken('Token is invalid or expired');
    callers.set(request, caller.user);
  };
}

/** Verifies the token once per request. Does not check that the session is still valid. */
export function bearerOf(request: FastifyRequest, tokens: Tokens): Promise<Bearer> {
  const known = bearers.get(request) ?? verified(request.headers.authorization, tokens);
  bearers.set(request, known);
  return known;
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

async function verified(header: string | undefined, tokens: Tokens): Promise<Bearer> {
  const token = bearerToken(header);
  try {
    return await tokens.verify(token, 'access');
  } catch (error) {
    throw error instanceof TokenError ? badToken(error.message) : error;
  }
}

function badToken(message: string): Problem {
  return unauthorized({
    detail: 'Given token not valid for any token type',
    code: 'token_not_valid',
    messages: [{ token_class: 'AccessToken', token_type: 'access', message }],
  });
}
