import { readFile } from 'node:fs/promises';
import { type Browser, test as base, expect } from '@playwright/test';
import { Companion } from './companion.ts';
import { customHeaders } from './custom-headers.ts';
import { type Device, putOn, usedDevice } from './device.ts';
import { DEVICE_VARIABLE } from './device-setup.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { TEMPLATE_VARIABLE } from './global-setup.ts';
import type { Server } from './server.ts';
import { signIn } from './sign-in.ts';
import { SHORT_ACCESS } from './tokens.ts';
import { TwoOrigins } from './two-origins.ts';
import { TwoServers, whyNotTwoServers } from './two-servers.ts';

/**
 * The tag of tests in which the service worker is installed, so that the app loads without a connection. Other tests
 * block it, because installing it would be half of the browser's work.
 */
export const INSTALLED = '@installed';

/** The tag of the few tests that `npm test` runs: the main job, each screen, and one test for each promise. */
export const SMOKE = '@smoke';

const USUAL = {};
const EXTENDED = { EXTENSIONS: 'all' };

/** Two kinds of server, with their variables, for tests that run on both. */
export const SERVER_KINDS = [
  ['on a server of the plain contract', USUAL],
  ['on one with all extensions', EXTENDED],
] as const;

/** A worker keeps a server for each of these, because many tests use them, and one for the last of all others. */
const KEPT = [USUAL, EXTENDED, SHORT_ACCESS].map((env) => JSON.stringify(env));

/**
 * The servers of a project's tests: one companion on the plain contract, the app and such a companion on two origins,
 * or two companions with all extensions on one PostgreSQL, one of which is killed at the first change of each test.
 */
export type Site = 'one' | 'two-origins' | 'two-servers';

/** The time limit for starting a whole site on a busy machine. */
const START_LIMIT_MS = 240_000;

type Environment = Readonly<Record<string, string>>;

interface Fixtures {
  station: Station;
  /** A server with the original demo data. */
  server: Server;
  /** Variables for `server`, other than its port and folder: `test.use({ serverEnv: { … } })`. */
  serverEnv: Environment;
  /**
   * The proxy in front of `server`. Pages use it in tests with `test.use({ throughProxy: true })`, and always for an
   * API on another origin.
   */
  faultyProxy: FaultyProxy;
  throughProxy: boolean;
  /**
   * Opens the customers on `page` as the signed-in demo user, on a device that has already read everything. To test a
   * sign-in itself, use `signIn` of sign-in.ts.
   */
  signIn: () => Promise<void>;
}

/** A server, and a device that signed in to it before any test. */
interface Station {
  readonly server: Server;
  readonly env: Environment;
  readonly device: Device | null;
}

/** The options in a project's `use`. */
export interface WorkerOptions {
  site: Site;
}

interface WorkerFixtures extends WorkerOptions {
  /** Returns the server that a worker's tests share. It has the original demo data for each test. */
  stationOf: (env: Environment) => Promise<Station>;
}

/** Playwright's `test` with a server for every test, at `baseURL`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: ['one', { scope: 'worker', option: true }],
  throughProxy: [false, { option: true }],
  serverEnv: [{}, { option: true }],

  stationOf: [
    async ({ browser, site }, provide) => {
      const kept = new Map<string, Station>();
      await provide(async (env) => {
        const variables = JSON.stringify(env);
        const place = KEPT.includes(variables) ? variables : 'other';
        let station = kept.get(place);
        if (!station || !isSame(env, station.env)) {
          kept.delete(place);
          await station?.server.remove();
          station = await stationWith(browser, site, env);
          kept.set(place, station);
        }
        await station.server.reset();
        return station;
      });
      for (const { server } of kept.values()) await server.remove();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],

  // Has its own time limit, so that a slow start does not use up the test's time.
  station: [
    async ({ serverEnv, site, stationOf }, provide, testInfo) => {
      const whyNot = site === 'two-servers' ? whyNotTwoServers() : undefined;
      testInfo.skip(whyNot !== undefined, whyNot);
      const station = await stationOf(serverEnv);
      await provide(station);
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server output', { body: station.server.output, contentType: 'text/plain' });
      expect(customHeaders(station.server.apiProxy?.seen ?? [])).toEqual([]);
    },
    { timeout: START_LIMIT_MS },
  ],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
  serviceWorkers: ({}, provide, { tags }) => provide(tags.includes(INSTALLED) ? 'allow' : 'block'),

  server: ({ station }, provide) => provide(station.server),

  faultyProxy: async ({ server }, provide) => {
    if (server.apiProxy) return provide(server.apiProxy);
    const proxy = await FaultyProxy.create(server.port);
    await provide(proxy);
    await proxy.close();
  },

  baseURL: async ({ server, faultyProxy, throughProxy }, provide) => {
    await provide(throughProxy && !server.apiProxy ? faultyProxy.url : server.url);
  },

  page: async ({ page }, provide) => {
    const goTo = page.goto.bind(page);
    // The app may still be stepping back from a closed layer, which aborts a navigation this soon. A person is slower.
    page.goto = (url, options) =>
      goTo(url, options).catch((error: unknown) => {
        if (!String(error).includes('ERR_ABORTED')) throw error;
        return goTo(url, options);
      });
    await provide(page);
  },

  signIn: async ({ page, baseURL, station }, provide) => {
    await provide(async () => {
      if (!station.device) return signIn(page);
      await putOn(page, station.device, baseURL ?? station.server.url);
      await page.goto('/customers');
    });
  },
});

async function stationWith(browser: Browser, site: Site, env: Environment): Promise<Station> {
  const server = await serverOf(site, env);
  // Others may end a session before its test begins, or have one test.
  const hasDevice = isSame(env, USUAL) || isSame(env, EXTENDED);
  const device = hasDevice ? await deviceOf(browser, site, server, env) : null;
  await server.keep();
  return { server, env, device };
}

async function deviceOf(browser: Browser, site: Site, { url }: Server, env: Environment): Promise<Device> {
  const file = process.env[DEVICE_VARIABLE];
  // The servers of other sites do not know the session of this one. A device learns of extensions when it signs in.
  if (site !== 'one' || !isSame(env, USUAL) || !file) return usedDevice(browser, url);
  return JSON.parse(await readFile(file, 'utf8')) as Device;
}

function isSame(one: Environment, other: Environment): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function serverOf(site: Site, env: Environment): Promise<Server> {
  const template = process.env[TEMPLATE_VARIABLE];
  switch (site) {
    case 'one':
      return Companion.create({ template, env });
    case 'two-origins':
      return TwoOrigins.create({ template, env });
    case 'two-servers':
      return TwoServers.create(env);
    default:
      return site satisfies never;
  }
}

export { expect };
