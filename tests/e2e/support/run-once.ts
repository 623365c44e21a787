import { test } from '@playwright/test';

/**
 * Makes no test of this file repeat. A change that is lost, applied twice, or shown to the wrong person once in ten
 * runs is a bug, which a second try would hide. `tests/retries.test.ts` lists the files that may be repeated.
 */
export function runOnce(): void {
  test.describe.configure({ retries: 0 });
}
