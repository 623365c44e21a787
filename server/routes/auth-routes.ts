import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { deviceCookie, shownDevice } from '../auth/device-cookie.ts';
import { passwordMatches } from '../auth/passwords.ts';
import { renewSession } from '../auth/renewal.ts';
import type { SignInThrottle } from '../auth/sign-in-throttle.ts';
import { TokenError, type Tokens } from '../auth/tokens.ts';
import { announcement, EXTENSIONS, type Extensions } from '../config/extensions.ts';
import type { Database, Transaction } from '../db/database.ts';
import { onBehalfOf } from '../db/database.ts';
import { onceMore } from '../db/database-errors.ts';
import { clientNetwork } from '../http/client-network.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { textField, verbatimField } from '../http/fields.ts';
import { type Problem, unauthorized } from '../http/problem.ts';
import { BODY_LIMITS } from '../http/size-limits.ts';
import { authentication, callerOf } from '../plugins/authentication.ts';
import { noteUser } from '../plugins/request-log.ts';
import { findUser, findUserByName, type User } from '../repositories/accounts.ts';
import { storeToken } from '../repositories/refresh-tokens.ts';
import { type Bearer, beginSession, revokeSession } from '../repositories/sessions.ts';
import { FIELD_RULES, fieldRules } from '../resources/field-rules.ts';

const credentials = z.object({ username: textField({ max: 150 }), password: verbatimField() });
const refreshInput = z.object({ refresh: verbatimField() });
const sync = z.object({ v: z.literal(1), features: z.array(z.enum(EXTENSIONS)) });
const tokenPair = z.object({ access: z.string(), refresh: z.string(), sync: sync.optional() });
const profile = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  sync: sync.extend({ rules: fieldRules.optional() }).optional(),
});

type TokenPair = Pick<z.output<typeof tokenPair>, 'access' | 'refresh'>;

const TAGS = ['auth'];

export interface AuthServices {
  readonly db: Database;
  readonly tokens: Tokens;
  readonly extensions: Extensions;
  readonly throttleOver: (db: Database) => SignInThrottle;
}

export async function authRoutes(app: FastifyInstance, services: AuthServices): Promise<void> {
  registerSignIn(app, services);
  registerRenewal(app, services);
  registerSignOut(app, services);
  await app.register(async (signedIn) => {
    signedIn.addHook('onRequest', authentication(services.db, services.tokens));
    registerProfile(signedIn, services);
  });
}

function registerSignIn(app: FastifyInstance, services: AuthServices): void {
  registerEndpoint(app, '/api/v1/auth/token/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Sign in',
        security: [],
        body: credentials,
        response: { 200: tokenPair.describe('OK') },
      },
      async handler(request, reply) {
        const { user, pair } = await signIn(services, request, request.body);
        reply.header('set-cookie', await deviceCookie(request, services.tokens, user.id));
        return { ...pair, ...announcement(services.extensions) };
      },
    },
  });
}

function registerRenewal(app: FastifyInstance, services: AuthServices): void {
  registerEndpoint(app, '/api/v1/auth/token/refresh/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Exchange a refresh token for a new pair; each refresh token can be used once',
        security: [],
        body: refreshInput,
        response: { 200: tokenPair.describe('OK') },
      },
      handler: async (request) => ({
        ...(await renew(services, request, request.body.refresh)),
        ...announcement(services.extensions),
      }),
    },
  });
}

function registerSignOut(app: FastifyInstance, { db, tokens }: AuthServices): void {
  registerEndpoint(app, '/api/v1/auth/token/blacklist/', {
    POST: {
      bodyLimit: BODY_LIMITS.signIn,
      schema: {
        tags: TAGS,
        summary: 'Sign out: end the session that a refresh token belongs to',
        security: [],
        body: refreshInput,
        response: { 200: z.object({}).describe('OK') },
      },
      async handler(request) {
        const { userId, sessionId } = await bearerOf(tokens, request.body.refresh);
        noteUser(request, { id: userId });
        await revokeSession(db, sessionId);
        return {};
      },
    },
  });
}

function registerProfile(app: FastifyInstance, { extensions }: AuthServices): void {
  const { sync } = announcement(extensions);
  const rules = extensions.has('field-rules') ? { rules: FIELD_RULES } : {};
  const announced = sync ? { sync: { ...sync, ...rules } } : {};
  registerEndpoint(app, '/api/v1/auth/user/', {
    GET: {
      schema: { tags: TAGS, summary: 'The signed-in user', response: { 200: profile.describe('OK') } },
      async handler(request) {
        const { id, username, email, firstName, lastName } = callerOf(request);
        const names = { first_name: firstName, last_name: lastName };
        return { id, username, email, ...names, ...announced };
      },
    },
  });
}

/** Throws a 401 for a wrong name or password, and a 429 after too many failures. */
async function signIn(
  { db, tokens, throttleOver }: AuthServices,
  request: FastifyRequest,
  { username, password }: z.output<typeof credentials>,
): Promise<{ readonly user: User; readonly pair: TokenPair }> {
  // A flood of sign-ins from one network delays those from other networks by one turn at most.
  const theirs = onBehalfOf(db, { name: `network ${clientNetwork(request.ip)}` });
  const throttle = throttleOver(theirs);
  const user = await findUserByName(theirs, username);
  const device = user ? await shownDevice(request, tokens, user.id) : null;
  const attempt = { username, userId: user?.id, address: request.ip, device };
  const wentWell = await throttle.admit(attempt);
  const matches = await passwordMatches(user?.passwordHash, password);
  const network = user && matches && user.isActive ? throttle.networkOf(attempt, user.id) : undefined;
  const pair = user && network !== undefined ? await begin(theirs, tokens, { user, network }) : null;
  if (!user || !pair) {
    throw unauthorized({ detail: 'No active account found with the given credentials' });
  }
  noteUser(request, user);
  await wentWell();
  return { user, pair };
}

/** Returns null if the user was deactivated or got another password in the meantime. */
async function begin(
  db: Database,
  tokens: Tokens,
  { user, network }: { readonly user: User; readonly network: string },
): Promise<TokenPair | null> {
  const stored = async (tx: Transaction): Promise<TokenPair | null> => {
    const sessionId = await beginSession(tx, user, network);
    if (sessionId === null) return null;
    const bearer = { userId: user.id, sessionId };
    const refresh = await tokens.refresh(bearer);
    await storeToken(tx, bearer, refresh);
    return { access: await tokens.access(bearer), refresh: refresh.token };
  };
  return onceMore(() => db.transaction(stored));
}

async function renew(
  { db, tokens }: AuthServices,
  request: FastifyRequest,
  token: string,
): Promise<TokenPair> {
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
  const renewal = await renewSession(theirs, tokens, { bearer, token });
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
