import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXTENSIONS } from '../../server/config/extensions.ts';
import { setActive } from '../../server/repositories/accounts.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { type RegisteredRoute, withRoutes } from '../support/server/registered-routes.ts';
import { type Answer, send } from '../support/server/send.ts';
import { build, type TestServer } from '../support/server/server.ts';

/** Routes that answer without a sign-in, and why. All others require a user of a company. */
const PUBLIC: Readonly<Record<string, string>> = {
  '/api/health/': 'a load balancer asks before anybody has signed in',
  '/health/live/': 'whoever watches over the process has no account',
  '/health/ready/': 'a load balancer asks before anybody has signed in',
  '/api/v1/auth/token/': 'signs in',
  '/api/v1/auth/token/refresh/': 'the refresh token in the body says who it is',
  '/api/v1/auth/token/blacklist/': 'the refresh token in the body says who it is',
};
/** Folders of files that are the same for everybody: the app itself, and the page that describes the API. */
const FILES = ['/api/docs', '/*'];

/** Routes for signed-in users. companies-apart.test.ts tries each of the records' addresses with foreign ids. */
const EVENTS = '/api/v1/sync/events/';
const PRIVATE = [
  '/api/v1/auth/user/',
  '/api/v1/sync/changes/',
  '/api/v1/sync/batch/',
  '/api/v1/company/settings/',
  '/api/v1/files/state/',
  '/api/v1/files/:sha256/',
  '/api/v1/attachments/attachments/',
  '/api/v1/attachments/attachments/:id/',
  EVENTS,
  ...RESOURCE_NAMES.flatMap((name) => {
    const { path } = specOf(name);
    return [path, `${path}dashboard_stats/`, `${path}:id/`];
  }),
];

let server: TestServer;
let routes: readonly RegisteredRoute[];

beforeAll(async () => {
  ({ built: server, routes } = await withRoutes(() =>
    build({ staticDir: 'public', extensions: new Set(EXTENSIONS) }),
  ));
});

afterAll(async () => {
  await server.close();
});

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);
const isPublic = ({ url }: RegisteredRoute) =>
  Object.hasOwn(PUBLIC, withSlash(url)) || FILES.some((file) => url === file || url.startsWith(`${file}/`));

async function ask({ method, url }: RegisteredRoute, token?: string): Promise<Answer> {
  const line = `${method} ${url.replace(':id', '1')}` as `GET ${string}`;
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {};
  return send(server, line, { ...body, ...(token === undefined ? {} : { token }) });
}

const privateRoutes = () => routes.filter((route) => !isPublic(route));

async function answersOf(
  asked: readonly RegisteredRoute[],
  token?: string,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const route of asked) {
    answers.set(`${route.method} ${route.url}`, await ask(route, token));
  }
  return answers;
}

/** HEAD is answered like GET, but for the body. */
const bodyOf = (line: string, body: object) => (line.startsWith('HEAD ') ? null : body);

// Hundreds of requests each, on machines that may be busy.
describe('every route', { timeout: 120_000 }, () => {
  it('is known here: public with a reason, or private and tried', () => {
    const urls = new Set(privateRoutes().map(({ url }) => withSlash(url)));
    expect([...urls].sort()).toEqual([...PRIVATE].sort());
    for (const url of Object.keys(PUBLIC)) expect(routes.map((route) => route.url)).toContain(url);
  });

  it('that is private refuses who has not signed in, whatever the method', async () => {
    const answers = await answersOf(privateRoutes());
    expect(answers.size).toBeGreaterThan(PRIVATE.length * 7);
    const detail = 'Authentication credentials were not provided.';
    for (const [line, { status, json, headers }] of answers) {
      expect({ line, status, json, challenge: headers['www-authenticate'] }).toEqual({
        line,
        status: 401,
        json: bodyOf(line, { detail }),
        challenge: 'Bearer realm="api"',
      });
    }
  });

  it('that is private refuses a user who was deactivated since the last request', async () => {
    const { user, token, password } = await server.account('eve');
    const { json } = await send(server, 'POST /api/v1/auth/token/', { body: { username: 'eve', password } });
    const { refresh } = json as { refresh: string };
    // A stream of events has no end that could be waited for.
    const answered = privateRoutes().filter(({ url }) => url !== EVENTS);
    for (const [line, { status }] of await answersOf(answered, token)) {
      expect({ line, status }).not.toEqual({ line, status: 401 });
    }
    await server.db.transaction((tx) => setActive(tx, user, false));

    const inactive = { detail: 'User is inactive', code: 'user_inactive' };
    for (const [line, answer] of await answersOf(privateRoutes(), token)) {
      expect({ line, status: answer.status, json: answer.json }).toEqual({
        line,
        status: 401,
        json: bodyOf(line, inactive),
      });
    }
    const renewed = await send(server, 'POST /api/v1/auth/token/refresh/', { body: { refresh } });
    expect(renewed.status).toBe(401);
    const again = await send(server, 'POST /api/v1/auth/token/', { body: { username: 'eve', password } });
    expect(again.status).toBe(401);
  });
});
