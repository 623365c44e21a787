import type { BrowserContext, Page } from '@playwright/test';
import type { Companion } from '../support/companion.ts';
import type { FaultyProxy } from '../support/faulty-proxy.ts';

/** Where scenes are played: a browser of its own, and a server behind a connection that can fail. */
export interface Place {
  readonly server: Companion;
  readonly proxy: FaultyProxy;
  readonly context: BrowserContext;
  readonly page: Page;
}

/** What is done before a picture is taken. Each begins where the one before it ended. */
export type Scene = readonly [name: string, act: (place: Place) => Promise<void>];

/** Opens a page and gives it the time to come to rest. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(900);
}
