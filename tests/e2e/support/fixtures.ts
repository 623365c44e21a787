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
import { TwoOrigins } from './two-origins.ts';
import { TwoServers, whyNotTwoServers } from './two-servers.ts';

/**
 * The tag of tests in which the app is installed in the browser, so that it loads without a connection. All others are
 * spared that: half of what a browser does in them would be installing it.
 */
export const INSTALLED = '@installed';

/** The tag of the few tests that `npm test` runs: the main job, each screen, and one of each promise. */
export const SMOKE = '@smoke';

/** The two kinds of server that a story holds on, with their variables. */
export const SERVER_KINDS = [
  ['on a server of the plain contract', {}],
  ['on one with all extensions', { EXTENSIONS: 'all' }],
] as const;

/**
 * What a project's tests run against: one companion on the plain contract, the app and such a companion on two origins,
 * or two companions with all extensions on one PostgreSQL, of which one is killed at the first change of each test.
 */
export type Site = 'one' | 'two-origins' | 'two-servers';

/** For all that a site is made of, on a machine that has other things to do. */
const START_LIMIT_MS = 240_000;

type Environment = Readonly<Record<string, string>>;

interface Fixtures {
  station: Station;
  /** A server with the demo data, as if nobody else had ever used it. */
  server: Server;
  /** Variables for `server`, beside its port and folder: `test.use({ serverEnv: { … } })`. */
  serverEnv: Environment;
  /**
   * In front of `server`. Pages go through it in tests that `test.use({ throughProxy: true })`, and to an API on another
   * origin always.
   */
  faultyProxy: FaultyProxy;
  throughProxy: boolean;
  /**
   * Has the demo user signed in on `page` and at the customers, as one who has used the device before: it holds
   * everything already. For what a sign-in itself does there is `signIn` of sign-in.ts.
   */
  signIn: () => Promise<void>;
}

/** A server, and a device that was signed in there before anything else happened. */
interface Station {
  readonly server: Server;
  readonly env: Environment;
  readonly device: Device | null;
}

/** What a project says in its `use`. */
export interface WorkerOptions {
  site: Site;
}

interface WorkerFixtures extends WorkerOptions {
  /** The server that the tests of a worker use one after the other, with the demo data again for each. */
  stationOf: (env: Environment) => Promise<Station>;
}

/** Playwright's `test` with a server for every test, at `baseURL`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: ['one', { scope: 'worker', option: true }],
  throughProxy: [false, { option: true }],
  serverEnv: [{}, { option: true }],

  stationOf: [
    async ({ browser, site }, provide) => {
      // The usual one stays beside one with settings of its own: most tests come back to it.
      const kept = new Map<'usual' | 'special', Station>();
      await provide(async (env) => {
        const place = isUsual(env) ? 'usual' : 'special';
        let station = kept.get(place);
        if (!station || JSON.stringify(env) !== JSON.stringify(station.env)) {
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

  // A time limit of its own, so that a slow start is not taken from the test's time.
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
    // What was just closed may be on its way off the history, which ends a step that no person takes so soon.
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
  // A server with settings of its own may end a sign-in before its test begins.
  const device = isUsual(env) ? await deviceOf(browser, site, server) : null;
  await server.keep();
  return { server, env, device };
}

async function deviceOf(browser: Browser, site: Site, { url }: Server): Promise<Device> {
  const file = process.env[DEVICE_VARIABLE];
  // The servers of other sites know nobody who was signed in at this one.
  if (site !== 'one' || !file) return usedDevice(browser, url);
  return JSON.parse(await readFile(file, 'utf8')) as Device;
}

function isUsual(env: Environment): boolean {
  return Object.keys(env).length === 0;
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
