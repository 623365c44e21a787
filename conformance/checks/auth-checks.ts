import { asObject } from '../../src/domain/answer.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { type Check, fails, OK, type Outcome, skipped, unless } from '../check.ts';
import type { Exchange } from '../client.ts';
import { inWords, isJson, isSuccess, objectIn, statusOf } from '../exchange.ts';
import { isText, PROFILE_PATH, REFRESH_PATH, type Session, TOKEN_PATH, tokensIn } from '../session.ts';

const THEME = 'Signing in';
/** SimpleJWT's codes for a 403 about a token, not about a permission. */
const AUTH_CODES = ['token_not_valid', 'user_inactive', 'not_authenticated', 'authentication_failed'];
const DAY_S = 86_400;
const LASTING_DAYS = 7;

export const authChecks: readonly Check[] = [
  {
    id: 'auth.sign-in',
    theme: THEME,
    level: 'MUST',
    asks: `POST ${TOKEN_PATH} with username and password returns 200 with access and refresh.`,
    otherwise: 'No user can sign in: the app cannot be used with this server.',
    run: async ({ session }) => {
      const exchange = await session.signIn();
      if (tokensIn(exchange)) return OK;
      const given = Object.keys(objectIn(exchange) ?? {});
      // Leaves out the body, which may hold a token.
      return fails(
        isSuccess(exchange) ? `${exchange.line}: only ${given.join(', ') || 'nothing'}` : inWords(exchange),
      );
    },
  },
  {
    id: 'auth.wrong-password',
    theme: THEME,
    level: 'MUST',
    asks: 'A wrong password is refused with 400, 401 or 403.',
    otherwise: 'Anyone may get in, or a mistyped password looks like a fault of the server.',
    run: async (context) => {
      const exchange = await context.once('wrong password', () => wrongSignIn(context.session));
      return [400, 401, 403].includes(statusOf(exchange)) ? OK : fails(inWords(exchange));
    },
  },
  {
    id: 'auth.wrong-password-status',
    theme: THEME,
    level: 'SHOULD',
    asks: 'That refusal is a 401.',
    otherwise:
      'A user who mistypes the password does not learn that it was the password, or reads only the server’s words.',
    run: async (context) => {
      const exchange = await context.once('wrong password', () => wrongSignIn(context.session));
      return [400, 403].includes(statusOf(exchange)) ? fails(inWords(exchange)) : OK;
    },
  },
  {
    id: 'auth.wrong-password-words',
    theme: THEME,
    level: 'SHOULD',
    asks: 'That refusal is JSON with a sentence in detail.',
    otherwise: 'A user who mistypes the password reads “Login failed” without a reason.',
    run: async (context) => {
      const exchange = await context.once('wrong password', () => wrongSignIn(context.session));
      return isText(asObject(valueIn(exchange))?.['detail']) ? OK : fails(inWords(exchange));
    },
  },
  {
    id: 'auth.profile',
    theme: THEME,
    level: 'MUST',
    asks: `GET ${PROFILE_PATH} returns 200 with an object that has an id.`,
    otherwise: 'The app asks this before it sends anything. Every change stays on the device.',
    run: async (context) => {
      const exchange = await context.profile();
      const id = objectIn(exchange)?.['id'];
      return statusOf(exchange) === 200 && (isText(id) || typeof id === 'number')
        ? OK
        : fails(inWords(exchange));
    },
  },
  {
    id: 'auth.bad-token',
    theme: THEME,
    level: 'MUST',
    asks: `An invalid or expired access token gets a 401, or a 403 with a code such as ${AUTH_CODES[0]}.`,
    otherwise:
      'The app does not notice an expired sign-in: changes are set aside as refused, and the user has to send each of them again.',
    run: async ({ session }) => {
      const { access } = await session.tokens();
      const path = specOf('customers').path;
      const answers = [
        await session.client.send({ method: 'GET', path: PROFILE_PATH, bearer: `${access}x` }),
        await session.client.send({ method: 'GET', path, bearer: `${access}x` }),
      ];
      return unless(answers.filter((exchange) => !isAuthRefusal(exchange)).map(inWords));
    },
  },
  {
    id: 'auth.refresh',
    theme: THEME,
    level: 'MUST',
    asks: `POST ${REFRESH_PATH} with refresh returns 200 with a new access token.`,
    otherwise:
      'When the access token expires (often after minutes), the server seems out of reach: nothing is sent until the user signs out and in again.',
    run: async ({ session }) => {
      const tokens = tokensIn(await session.signIn());
      if (!tokens) return skipped('the user could not sign in');
      const exchange = await refresh(session, tokens.refresh);
      const access = objectIn(exchange)?.['access'];
      if (!isText(access)) return fails(inWords(exchange));
      const look = await session.client.send({ method: 'GET', path: PROFILE_PATH, bearer: access });
      return statusOf(look) === 200 ? OK : fails(`with the new access token ${inWords(look)}`);
    },
  },
  {
    id: 'auth.refused-refresh',
    theme: THEME,
    level: 'MUST',
    asks: 'An invalid or expired refresh token is refused with 400, 401 or 403 in JSON.',
    otherwise:
      'After the sign-in expires, the app waits for the server instead of asking for the password: nothing is sent until the user signs out and in again.',
    run: async ({ session }) => {
      await session.tokens();
      const exchange = await refresh(session, 'conformance-check-no-token');
      return [400, 401, 403].includes(statusOf(exchange)) && isJson(exchange) ? OK : fails(inWords(exchange));
    },
  },
  {
    id: 'auth.lasting',
    theme: THEME,
    level: 'SHOULD',
    asks: `A refresh token is valid for ${LASTING_DAYS} days or more.`,
    otherwise:
      'After a longer time without a connection, the user has to type the password before changes are sent. Nothing is lost.',
    run: async ({ session }) => lastingOf((await session.tokens()).refresh),
  },
  {
    id: 'auth.signed-out-write',
    theme: THEME,
    level: 'MUST',
    asks: 'Nothing can be created without a token: 401 or 403.',
    otherwise: 'Anyone who reaches the server can change the company’s records.',
    run: async (context) => {
      await context.session.tokens();
      const exchange = await context.post('customers', await context.newWire('customers'), {
        signedOut: true,
      });
      return isKeptOut(exchange) ? OK : fails(inWords(exchange));
    },
  },
  {
    id: 'auth.signed-out-read',
    theme: THEME,
    level: 'SHOULD',
    asks: 'No list can be read without a token: 401 or 403.',
    otherwise: 'Anyone who reaches the server can read the company’s records.',
    run: async ({ session }) => {
      await session.tokens();
      const open: string[] = [];
      for (const resource of RESOURCE_NAMES) {
        const exchange = await session.client.send({ method: 'GET', path: specOf(resource).path });
        if (!isKeptOut(exchange)) open.push(inWords(exchange));
      }
      return unless(open);
    },
  },
];

/** Signs in successfully first, because otherwise the refusal proves nothing. */
async function wrongSignIn(session: Session): Promise<Exchange> {
  await session.tokens();
  return session.signIn('not the password of this conformance check');
}

function refresh({ client }: Session, token: string): Promise<Exchange> {
  return client.send({ method: 'POST', path: REFRESH_PATH, body: { refresh: token } });
}

function isKeptOut(exchange: Exchange): boolean {
  return [401, 403].includes(statusOf(exchange));
}

function isAuthRefusal(exchange: Exchange): boolean {
  const code = asObject(valueIn(exchange))?.['code'];
  const status = statusOf(exchange);
  return status === 401 || (status === 403 && isText(code) && AUTH_CODES.includes(code));
}

function valueIn({ answer }: Exchange): unknown {
  return answer.kind === 'response' && answer.body.kind === 'json' ? answer.body.value : null;
}

/** Only JWTs say how long they are valid. */
function lastingOf(token: string): Outcome {
  const [, claims = ''] = token.split('.');
  const { exp, iat } = claimsIn(claims);
  if (typeof exp !== 'number' || typeof iat !== 'number') return skipped('the refresh token does not say');
  const days = (exp - iat) / DAY_S;
  return days >= LASTING_DAYS ? OK : fails(`it is valid for ${lengthInWords(days)}`);
}

function lengthInWords(days: number): string {
  const count = days < 1 ? Math.round(days * 24 * 10) / 10 : Math.round(days * 10) / 10;
  return `${count} ${days < 1 ? 'hour' : 'day'}${count === 1 ? '' : 's'}`;
}

function claimsIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))) ?? {};
  } catch {
    return {};
  }
}
