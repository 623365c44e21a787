import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './scripts/find-chromium.mjs';
import type { WorkerOptions } from './tests/e2e/support/fixtures.ts';
import { QUIET } from './tests/e2e/support/quiet.ts';

const chosen = process.env['CHROMIUM_PATH'];
const whole = await findChromium();
// Kept in the environment, so that the workers, which load this file too, need not look again.
process.env['CHROMIUM_PATH'] = whole;
const light = chosen === undefined ? findHeadlessShell() : undefined;
const executablePath = process.env['TESTED_BROWSER'] ?? light ?? whole;
process.env['TESTED_BROWSER'] = executablePath;

/**
 * A graphics card that is none takes a twentieth of the time, and processes of the browser's own for drawing and for the
 * network, which have to be spoken to, another tenth.
 */
const LIGHT = ['--disable-gpu', '--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];

/** Must hold wherever the app and its API are. */
const MAIN_JOB = 'main-job.spec.ts';

export default defineConfig<object, WorkerOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/support/device-setup.ts',
  // As many as a small machine has cores: with one more the same tests took a tenth to a fifth longer there.
  workers: 2,
  fullyParallel: true,
  // A failure that does not repeat is reported as flaky. Files that call `runOnce` are never repeated.
  retries: 1,
  forbidOnly: Boolean(process.env['CI']),
  // No test may fail because a machine is slow: these end only what hangs.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    // Recording every first try took a quarter more of the processor. `TRACE=1` does, and keeps that of what failed.
    trace: { mode: process.env['TRACE'] ? 'retain-on-failure' : 'on-first-retry', screenshots: false },
    launchOptions: { args: [...QUIET, ...LIGHT], executablePath },
  },
  // The long ones first, beside the others. Each worker of theirs starts a site of its own, which takes a while.
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
