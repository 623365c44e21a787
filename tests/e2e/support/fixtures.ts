import { test as base, type Page } from '@playwright/test';
import { Companion } from './companion.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import { TEMPLATE_VARIABLE } from './global-setup.ts';
import { signIn } from './sign-in.ts';

interface Fixtures {
  /** A server of this test's own with the demo data. Killed afterwards, after a time-out too. */
  server: Companion;
  /** Variables for `server`, beside its port and folder: `test.use({ serverEnv: { … } })`. */
  serverEnv: Readonly<Record<string, string>>;
  /** In front of `server`. Pages go through it in tests that `test.use({ throughProxy: true })`. */
  faultyProxy: FaultyProxy;
  throughProxy: boolean;
  /** Signs the demo user in on `page`, or on another one. */
  signIn: (page?: Page) => Promise<void>;
}

/** Playwright's `test` with a server of its own for every test, at `baseURL`. */
export const test = base.extend<Fixtures>({
  throughProxy: [false, { option: true }],
  serverEnv: [{}, { option: true }],

  // A time limit of its own, so that a slow start is not taken from the test's time.
  server: [
    async ({ serverEnv }, provide, testInfo) => {
      const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE], env: serverEnv });
      await provide(server);
      await server.remove();
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

export { expect } from '@playwright/test';
