import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const CHROMIUM_TESTS = 'tests/e2e/**';
const SERVER_TESTS = 'tests/server/**/*.test.ts';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: [SERVER_TESTS, CHROMIUM_TESTS],
          setupFiles: ['fake-indexeddb/auto'],
          // Tests that let hours of a device's time pass take seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['tests/**/*.test.tsx'],
          exclude: [CHROMIUM_TESTS],
          setupFiles: ['fake-indexeddb/auto', 'tests/support/component-setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [SERVER_TESTS],
          // A first start of PGlite takes seconds on a busy machine.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
