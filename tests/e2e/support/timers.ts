import type { BrowserContext, Page } from '@playwright/test';
import { SLOW_TIMEOUT_MS, TIMEOUT_MS } from '../../../src/domain/answer.ts';
import { WATCH_MS } from '../../../src/records/commands.ts';

/** In ms, longer than any test. */
const NEVER_MS = 60 * 60_000;

type Where = Page | BrowserContext;

/** Replaces timer delays of exactly these lengths by others, in ms, on pages opened later. */
export async function changeTimers(where: Where, changes: Readonly<Record<number, number>>): Promise<void> {
  await where.addInitScript((to) => {
    const real = window.setTimeout.bind(window);
    const changed = (run: TimerHandler, ms = 0): number => real(run, to[ms] ?? ms);
    Object.assign(window, { setTimeout: changed });
  }, changes);
}

const PATIENT = { [TIMEOUT_MS]: NEVER_MS, [SLOW_TIMEOUT_MS]: NEVER_MS } as const;

/** Lets requests take as long as a test or a busy machine needs. */
export function withoutTimeouts(where: Where): Promise<void> {
  return changeTimers(where, PATIENT);
}

/**
 * Makes a dialog wait for the server's answer however long that takes, for tests of what the dialog then shows.
 * Otherwise it closes after 2.5 s, and a busy machine may answer later.
 */
export function awaitAnswers(page: Page): Promise<void> {
  return changeTimers(page, { ...PATIENT, [WATCH_MS]: NEVER_MS });
}
