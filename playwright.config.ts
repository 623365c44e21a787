import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/find-chromium.mjs';
import type { WorkerOptions } from './tests/e2e/support/fixtures.ts';
import { QUIET } from './tests/e2e/support/quiet.ts';

const chosen = process.env['CHROMIUM_PATH'];
const whole = await findChromium();
// For the workers, which load this file too.
process.env['CHROMIUM_PATH'] = whole;
const light = chosen === undefined ? findHeadlessShell() : undefined;
const executablePath = process.env['TESTED_BROWSER'] ?? light ?? whole;
process.env['TESTED_BROWSER'] = executablePath;

/**
 * Emulating a graphics card takes a twentieth of the time, and separate processes for drawing and the network another
 * tenth.
 */
const LIGHT = ['--disable-gpu', '--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];

/** Runs at all three sites. */
const MAIN_JOB = 'main-job.spec.ts';

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/device-setup.ts',
  // The cores of a small machine. A third worker made the tests there take a tenth to a fifth longer.
  workers: 2,
  fullyParallel: true,
  // A failure that does not repeat is reported as flaky. Files that call `runOnce` are never repeated.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  // These end only tests that hang: none may fail because a machine is slow.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Recording every first try takes a quarter more of the processor. `TRACE=1` does so and keeps traces of failures.
    trace: { mode: process.env['TRACE'] ? 'retain-on-failure' : 'on-first-retry', screenshots: false },
    launchOptions: { args: [...QUIET, ...LIGHT], executablePath },
  },
  // The long ones first: each of their workers starts its own site, which takes a while.
  projects: [
    {
      name: 'two-origins',
      testMatch: [MAIN_JOB, 'two-origins.spec.ts'],
      use: { site: 'two-origins' },
      workers: 1,
    },
    { name: 'two-servers', testMatch: MAIN_JOB, use: { site: 'two-servers' }, workers: 1 },
    { name: 'one', testIgnore: 'two-origins.spec.ts' },
  ],
});
