import { COMPANY_SETTINGS_PATH } from '../../src/api/company-settings-api.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { FILES_PATH } from '../attachments.ts';
import { type Check, needless, type Outcome, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Ask, Exchange } from '../client.ts';
import { inWords, isSuccess } from '../exchange.ts';
import { PROFILE_PATH, TOKEN_PATH } from '../session.ts';

const THEME = 'From the app’s origin';
const NOT_ASKED = '--origin was not given';
const OFFLINE =
  'The browser hides the answers from the app, which looks like being offline: nothing is sent or read.';

export const corsChecks: readonly Check[] = [
  {
    id: 'cors.preflight',
    theme: THEME,
    level: 'MUST',
    asks: 'A preflight request for GET, POST, PATCH or DELETE allows the app’s origin, the method, and the headers authorization and content-type.',
    otherwise: OFFLINE,
    run: (context) =>
      across(context, async (origin) => {
        const { path } = specOf('customers');
        const found = [
          ...(await preflight(context, origin, 'POST', TOKEN_PATH, ['content-type'])),
          ...(await preflight(context, origin, 'GET', path, ['authorization'])),
          ...(await preflight(context, origin, 'POST', path, ['authorization', 'content-type'])),
          ...(await preflight(context, origin, 'PATCH', `${path}1/`, ['authorization', 'content-type'])),
          ...(await preflight(context, origin, 'DELETE', `${path}1/`, ['authorization'])),
        ];
        return unless(found);
      }),
  },
  {
    id: 'cors.answers',
    theme: THEME,
    level: 'MUST',
    asks: 'Answers allow the app’s origin.',
    otherwise: OFFLINE,
    run: (context) =>
      across(context, async (origin) => {
        const headers = { origin };
        const exchange = await context.ask('GET', PROFILE_PATH, { headers });
        return unless(notFor(origin, exchange));
      }),
  },
  {
    id: 'cors.refusals',
    theme: THEME,
    level: 'MUST',
    asks: 'Refusals (400, 401, 404) also allow the app’s origin.',
    otherwise:
      'The app cannot tell a refusal or an expired sign-in from a lost connection, and tries forever.',
    run: (context) =>
      across(context, async (origin) => {
        const headers = { origin };
        const { client } = context.session;
        return unless([
          ...notFor(origin, await client.send({ method: 'GET', path: PROFILE_PATH, headers })),
          ...notFor(origin, await context.ask('POST', specOf('customers').path, { body: [], headers })),
          ...notFor(origin, await context.ask('GET', context.item('customers', 0), { headers })),
        ]);
      }),
  },
  {
    id: 'cors.if-match',
    theme: THEME,
    level: 'extension',
    asks: 'A server that announces if-match or company-settings also allows the header if-match.',
    otherwise: OFFLINE,
    run: async (context) => {
      const features = await context.features();
      const paths = [
        ...(features.has('if-match') ? [context.item('customers', 1)] : []),
        ...(features.has('company-settings') ? [COMPANY_SETTINGS_PATH] : []),
      ];
      if (paths.length === 0) return needless('the server announces neither if-match nor company-settings');
      const names = ['authorization', 'if-match'];
      return across(context, async (origin) => {
        const found: string[] = [];
        for (const path of paths) found.push(...(await preflight(context, origin, 'PATCH', path, names)));
        return unless(found);
      });
    },
  },
  {
    id: 'cors.put',
    theme: THEME,
    level: 'extension',
    asks: 'A server that announces attachments also allows the method PUT.',
    otherwise: 'The browser sends no photo. They stay on the device, shown as waiting.',
    run: async (context) => {
      if (!(await context.features()).has('attachments'))
        return needless('the server does not announce attachments');
      const path = `${FILES_PATH}${'0'.repeat(64)}/`;
      return across(context, async (origin) =>
        unless(await preflight(context, origin, 'PUT', path, ['authorization', 'content-type'])),
      );
    },
  },
];

async function across(
  { origin, url }: CheckContext,
  look: (origin: string) => Promise<Outcome>,
): Promise<Outcome> {
  if (origin === null) return needless(NOT_ASKED);
  if (origin === new URL(url).origin) return needless('the app comes from the server’s own origin');
  return look(origin);
}

async function preflight(
  { session }: CheckContext,
  origin: string,
  method: Ask['method'],
  path: string,
  names: readonly string[],
): Promise<string[]> {
  const exchange = await session.client.send({
    method: 'OPTIONS',
    path,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names.join(','),
    },
  });
  const line = `OPTIONS ${path} for ${method}`;
  if (!isSuccess(exchange)) return [`${line}: ${inWords(exchange)}`];
  const { headers } = exchange;
  const refused = names.filter((name) => !allows(headers.get('access-control-allow-headers'), name));
  // Browsers do not need permission for these methods.
  const isSimple = method === 'GET' || method === 'POST';
  const found = [
    ...notFor(origin, exchange),
    ...(isSimple || allows(headers.get('access-control-allow-methods'), method)
      ? []
      : [`${line}: not allowed`]),
    ...refused.map((name) => `${line}: the header ${name} is not allowed`),
  ];
  return found;
}

/** '*' allows every header but Authorization. */
function allows(list: string | null, name: string): boolean {
  const named = (list ?? '').split(',').map((one) => one.trim().toLowerCase());
  return named.includes(name.toLowerCase()) || (named.includes('*') && name !== 'authorization');
}

function notFor(origin: string, exchange: Exchange): string[] {
  const allowed = exchange.headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === origin) return [];
  const said = allowed === null ? 'no access-control-allow-origin' : `access-control-allow-origin ${allowed}`;
  return [`${inWords(exchange)}, with ${said}`];
}
