import { test as base, expect, inject } from 'vitest';
import { Companion } from '../../e2e/support/companion.ts';
import { TEMPLATE_VARIABLE } from '../../e2e/support/global-setup.ts';
import { Browser } from '../driver/browser.ts';
import { DESKTOP, type Engine, PHONE, type Size } from '../driver/engine.ts';
import type { Tab } from '../driver/tab.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine that a project of the suite runs in. */
    engine: Engine;
  }
}

export const engine = inject('engine');

/** Where an engine is used most, for tests to which the room on the screen makes a difference. */
export const [DEVICE, SIZE]: readonly [name: string, size: Size] =
  engine === 'webkit' ? ['a phone', PHONE] : ['a desktop', DESKTOP];

/**
 * For tests that are not repeated when they fail. A change that is lost or made twice once in ten runs is a bug: a
 * second try would hide it. `tests/retries.test.ts` lists the files that may be repeated.
 */
export const ONCE = { retry: 0 } as const;

interface Fixtures {
  station: Companion;
  /** With the demo data, as if nobody else had ever used it. */
  server: Companion;
  /** Empty, at the server. */
  browser: Browser;
  /** A tab of that browser, as large as a desktop's. */
  tab: Tab;
}

/** Vitest's `test` with a server and a browser of the project's engine for every test. */
export const test = base.extend<Fixtures>({
  station: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures it has to make out of it.
    async ({}, provide) => {
      const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE] });
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

export { expect };
