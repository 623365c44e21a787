import { test as base, expect, type Page } from '@playwright/test';
import { RESOURCE_NAMES } from '../../../src/domain/resource-specs.ts';
import { Companion } from './companion.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { TEMPLATE_VARIABLE } from './global-setup.ts';
import { recordsOn } from './records.ts';
import { signIn } from './sign-in.ts';

interface Fixtures {
  /** A server with the demo data, this test's own unless `readsOnly`. Killed afterwards, after a time-out too. */
  server: Companion;
  /**
   * For tests that leave the server and its records as they are: `test.use({ readsOnly: true })` gives them
   * one server together, and fails those that do change a record. `serverEnv` is not for them.
   */
  readsOnly: boolean;
  /** Variables for `server`, beside its port and folder: `test.use({ serverEnv: { … } })`. */
  serverEnv: Readonly<Record<string, string>>;
  /** In front of `server`. Pages go through it in tests that `test.use({ throughProxy: true })`. */
  faultyProxy: FaultyProxy;
  throughProxy: boolean;
  /** Signs the demo user in on `page`, or on another one. */
  signIn: (page?: Page) => Promise<void>;
}

/** A server that nobody changes, and what it holds. */
interface SharedServer {
  readonly server: Companion;
  readonly held: unknown;
}

interface WorkerFixtures {
  /** Starts the server of the tests that only read when the first of them asks for it. */
  sharedServer: () => Promise<SharedServer>;
}

/** Playwright's `test` with a server for every test, at `baseURL`. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  throughProxy: [false, { option: true }],
  serverEnv: [{}, { option: true }],
  readsOnly: [false, { option: true }],

  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it has to make out of it.
    async ({}, provide) => {
      let shared: Promise<SharedServer> | undefined;
      await provide(() => {
        shared ??= startShared();
        return shared;
      });
      await (await shared)?.server.remove();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  // A time limit of its own, so that a slow start is not taken from the test's time.
  server: [
    async ({ serverEnv, readsOnly, sharedServer }, provide, testInfo) => {
      const shared = readsOnly ? await sharedServer() : null;
      const server = shared?.server ?? (await startOwn(serverEnv));
      await provide(server);
      if (shared) expect(await everythingOn(server), 'a test that only reads').toEqual(shared.held);
      else await server.remove();
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('server output', { body: server.output, contentType: 'text/plain' });
    },
    { timeout: 90_000 },
  ],

  faultyProxy: async ({ server }, provide) => {
    const proxy = await FaultyProxy.create(server.port);
    await provide(proxy);
    await proxy.close();
  },

  baseURL: async ({ server, faultyProxy, throughProxy }, provide) => {
    await provide(throughProxy ? faultyProxy.url : server.url);
  },

  signIn: async ({ page }, provide) => {
    await provide((other = page) => signIn(other));
  },
});

function startOwn(env: Readonly<Record<string, string>> = {}): Promise<Companion> {
  return Companion.create({ template: process.env[TEMPLATE_VARIABLE], env });
}

async function startShared(): Promise<SharedServer> {
  const server = await startOwn();
  return { server, held: await everythingOn(server) };
}

function everythingOn(server: Companion): Promise<unknown> {
  return Promise.all(RESOURCE_NAMES.map((resource) => recordsOn(server, resource)));
}

export { expect } from '@playwright/test';
