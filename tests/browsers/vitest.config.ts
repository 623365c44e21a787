import { defineConfig } from 'vitest/config';

/** The built app in every engine that is installed: `npm test -- browsers`. */
export default defineConfig({
  test: {
    name: 'browsers',
    root: new URL('../..', import.meta.url).pathname,
    environment: 'node',
    include: ['tests/browsers/**/*.test.ts'],
    globalSetup: 'tests/e2e/support/global-setup.ts',
    testTimeout: 90_000,
    hookTimeout: 60_000,
  },
});
