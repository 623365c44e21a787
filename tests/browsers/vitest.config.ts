import { defineConfig } from 'vitest/config';
import { findFirefox } from '../../scripts/find-firefox.mjs';
import { findWebKit } from '../../scripts/find-webkit.mjs';
import { ENGINES, type Engine } from './driver/engine.ts';

/** An engine that is not installed gets no project, and scripts/test.mjs reports it. */
const IS_INSTALLED: Readonly<Record<Engine, boolean>> = {
  webkit: findWebKit() !== undefined,
  firefox: findFirefox() !== undefined,
  chromium: true,
};

const ALL_TESTS = 'tests/browsers/**/*.test.ts';
/** Compares what engines make of the same bytes, so it runs in all of them. */
const IN_EACH_ENGINE = 'tests/browsers/prepare-photo.test.ts';

const TESTED = ENGINES.filter((engine) => IS_INSTALLED[engine]);

/** Chromium has Playwright's tests. Here it runs the others only if no other engine is installed. */
function testsOf(engine: Engine): string {
  return engine === 'chromium' && TESTED.length > 1 ? IN_EACH_ENGINE : ALL_TESTS;
}

/** Runs `tests/browsers` on the built app in WebKit and Firefox. `npm run test:all -- browsers` builds it first. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    // One more than the cores of a small machine, because these tests spend half their time waiting.
    maxWorkers: 3,
    globalSetup: 'tests/e2e/support/global-setup.ts',
    projects: TESTED.map((engine) => ({
      test: {
        name: engine,
        environment: 'node',
        include: [testsOf(engine)],
        provide: { engine },
        // The same modules, loaded anew for each file, took 27 s of processor time more.
        isolate: false,
        // A failure that does not repeat is reported as flaky. Tests that are `ONCE` are never repeated.
        retry: 1,
        // No test may fail because a machine is slow. These limits only end tests that hang.
        testTimeout: 1_200_000,
        hookTimeout: 600_000,
      },
    })),
  },
});
