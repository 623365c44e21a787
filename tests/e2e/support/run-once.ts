import { test } from '@playwright/test';

/**
 * Has no test of this file repeated. A change that is lost or made twice, or shown to the wrong person, once in ten
 * runs is a bug: a second try would hide it. `tests/retries.test.ts` lists the files that may be repeated.
 */
export function runOnce(): void {
  test.describe.configure({ retries: 0 });
}
