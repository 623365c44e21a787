import { test as base, expect, inject } from 'vitest';
import { Companion } from '../../e2e/support/companion.ts';
import { TEMPLATE_VARIABLE } from '../../e2e/support/global-setup.ts';
import { Browser } from '../driver/browser.ts';
import { DESKTOP, type Engine, PHONE, type Size } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine in which a project of the suite runs. */
    engine: Engine;
  }
}

export const engine = inject('engine');

/** The device on which an engine is used most, for tests in which the screen size matters. */
export const [DEVICE, SIZE]: readonly [name: string, size: Size] =
  engine === 'webkit' ? ['a phone', PHONE] : ['a desktop', DESKTOP];

/** For tests that must not be repeated when they fail (`tests/retries.test.ts`). */
export const ONCE = { retry: 0 } as const;

interface Fixtures {
  station: Companion;
  /** Has the original demo data at the start of each test. */
  server: Companion;
  /** Has an empty profile. Its paths belong to `server`. */
  browser: Browser;
  /** A tab of `browser`, with the size of a desktop. */
  tab: Tab;
}

/** Vitest's `test` with a server and a browser of the project's engine for every test. */
export const test = testOn({});

/** The same on a server with all extensions. */
export const extendedTest = testOn({ EXTENSIONS: 'all' });

function testOn(env: Readonly<Record<string, string>>) {
  return base.extend<Fixtures>({
    station: [
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures it has to make out of it.
      async ({}, provide) => {
        const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE], env });
        await server.keep();
        await provide(server);
        await server.remove();
      },
      { scope: 'file' },
    ],

    server: async ({ station }, provide) => {
      await station.reset();
      await provide(station);
    },

    browser: async ({ server }, provide) => {
      const browser = await Browser.start(engine, server.url);
      await provide(browser);
      await browser.close();
    },

    tab: async ({ browser }, provide) => {
      const tab = await browser.newTab();
      await tab.resize(DESKTOP);
      await provide(tab);
    },
  });
}

export { expect };
