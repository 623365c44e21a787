import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { deviceCookie, shownDevice } from '../auth/device-cookie.ts';
import { passwordMatches } from '../auth/passwords.ts';
import { renewSession } from '../auth/renewal.ts';
import type { SignInThrottle } from '../auth/sign-in-throttle.ts';
import { TokenError, type Tokens } from '../auth/tokens.ts';
import { announcement, type Extensions } from '../config/extensions.ts';
import type { Database, Transaction } from '../db/database.ts';
import { onBehalfOf } from '../db/on-behalf-of.ts';
import { onceMore } from '../db/once-more.ts';
import { bodySchema, describedAnswer } from '../http/api-schema.ts';
import { BODY_LIMITS } from '../http/body-limits.ts';
import { clientNetwork } from '../http/client-network.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { textField, verbatimField } from '../http/fields.ts';
import { type Problem, unauthorized } from '../http/problem.ts';
import { requiredBody } from '../http/read-body.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';
import { noteUser } from '../plugins/request-senders.ts';
import { findUser, findUserByName, type User } from '../repositories/accounts.ts';
import { storeToken } from '../repositories/refresh-tokens.ts';
import { type Bearer, beginSession, revokeSession } from '../repositories/sessions.ts';

const credentials = z.object({ username: textField({ max: 150 }), password: verbatimField() });
const refreshInput = z.object({ refresh: verbatimField() });
const sync = z.object({ v: z.literal(1), features: z.array(z.string()) }).optional();
const tokenPair = z.object({ access: z.string(), refresh: z.string(), sync });
const profile = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  sync,
});

const TAGS = ['auth'];

export interface AuthServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly extensions: Extensions;
  readonly throttleOver: (db: Database) => SignInThrottle;
}

/** Sign-in, renewal of tokens, and who is signed in. */
export async function authRoutes(app: FastifyInstance, services: AuthServices): Promise<void> {
  const { db, tokens, extensions, throttleOver } = services;

  registerEndpoint(app, '/api/v1/auth/token/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Sign in',
        security: [],
        ...bodySchema(credentials),
        response: describedAnswer(200, tokenPair),
      },
      handler: async (request, reply) => {
        const { username, password } = requiredBody(credentials, request.body);
        // Whoever floods this keeps those of other networks waiting for no more than a turn.
        const theirs = onBehalfOf(db, { name: `network ${clientNetwork(request.ip)}` });
        const throttle = throttleOver(theirs);
        const user = await findUserByName(theirs, username);
        const device = user ? await shownDevice(request, tokens, user.id) : null;
        const attempt = { username, userId: user?.id, address: request.ip, device };
        const wentWell = await throttle.admit(attempt);
        const matches = await passwordMatches(user?.passwordHash, password);
        const pair =
          user && matches && user.isActive
            ? await signIn(theirs, tokens, user, throttle.networkOf(attempt, user.id))
            : null;
        if (!user || !pair)
          throw unauthorized({ detail: 'No active account found with the given credentials' });
        noteUser(request, user);
        await wentWell();
        reply.header('set-cookie', await deviceCookie(request, tokens, user.id));
        return { ...pair, ...announcement(extensions) };
      },
    },
  });

  registerEndpoint(app, '/api/v1/auth/token/refresh/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Exchange a refresh token for a new pair; each can be used once',
        security: [],
        ...bodySchema(refreshInput),
        response: describedAnswer(200, tokenPair),
      },
      handler: async (request) => {
        const { refresh } = requiredBody(refreshInput, request.body);
        return { ...(await renew(services, request, refresh)), ...announcement(extensions) };
      },
    },
  });

  registerEndpoint(app, '/api/v1/auth/token/blacklist/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Sign out: end the session that a refresh token belongs to',
        security: [],
        ...bodySchema(refreshInput),
        response: describedAnswer(200, z.object({})),
      },
      handler: async (request) => {
        const { refresh } = requiredBody(refreshInput, request.body);
        const { userId, sessionId } = await bearerOf(tokens, refresh);
        noteUser(request, { id: userId });
        await revokeSession(db, sessionId);
        return {};
      },
    },
  });

  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', authentication(db, tokens));
    registerEndpoint(signedIn, '/api/v1/auth/user/', {
      GET: {
        schema: { tags: TAGS, summary: 'The signed-in user', response: describedAnswer(200, profile) },
        handler: async (request) => {
          const { id, username, email, firstName, lastName } = callerOf(request);
          const names = { first_name: firstName, last_name: lastName };
          return { id, username, email, ...names, ...announcement(extensions) };
        },
      },
    });
  });
}

/** Begins a session; it and its first refresh token are stored together, or neither. Null where the user may not. */
async function signIn(
  db: Database,
  tokens: Tokens,
  user: User,
  network: string,
): Promise<z.infer<typeof tokenPair> | null> {
  const begin = async (tx: Transaction): Promise<z.infer<typeof tokenPair> | null> => {
    const sessionId = await beginSession(tx, user, network);
    if (sessionId === null) return null;
    const bearer = { userId: user.id, sessionId };
    const refresh = await tokens.refresh(bearer);
    await storeToken(tx, bearer, refresh);
    return { access: await tokens.access(bearer), refresh: refresh.token };
  };
  return onceMore(() => db.transaction(begin));
}

async function renew(
  { db, tokens }: AuthServices,
  request: FastifyRequest,
  token: string,
): Promise<z.infer<typeof tokenPair>> {
  const bearer = await bearerOf(tokens, token);
  const theirs = onBehalfOf(db, { name: `user ${bearer.userId}` });
  const user = await findUser(theirs, bearer.userId);
  if (user) noteUser(request, user);
  if (!user?.isActive) {
    throw unauthorized({
      detail: 'No active account found for the given token.',
      code: 'no_active_account',
    });
  }
  const renewal = await renewSession(theirs, tokens, bearer, token);
  switch (renewal.outcome) {
    case 'renewed':
      return { access: await tokens.access(bearer), refresh: renewal.refresh.token };
    case 'revoked':
      throw badToken('Token is blacklisted');
    case 'unknown':
      throw badToken('Token is invalid or expired');
    default:
      return renewal satisfies never;
  }
}

async function bearerOf(tokens: Tokens, token: string): Promise<Bearer> {
  try {
    return await tokens.verify(token, 'refresh');
  } catch (error) {
    throw error instanceof TokenError ? badToken(error.message) : error;
  }
}

function badToken(detail: string): Problem {
  return unauthorized({ detail, code: 'token_not_valid' });
}
