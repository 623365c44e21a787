import { defineConfig } from '@playwright/test';
import main from '../../playwright.config.ts';

/** Two versions together: run by `npm run test:versions`, which builds the other one. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/versions',
  workers: 1,
  // Fifty forms are filled in.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: { ...main.use, actionTimeout: 60_000, navigationTimeout: 60_000 },
});
