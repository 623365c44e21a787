import type { Browser, BrowserContext, Page } from '@playwright/test';
import { upToDate } from './customers.ts';
import { signIn } from './sign-in.ts';

/** What a browser keeps of one origin: its storage and its databases. */
export interface Device {
  readonly origin: string;
  readonly kept: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** A device on which the demo user signed in at `origin`, and which has read everything since. */
export async function usedDevice(browser: Browser, origin: string): Promise<Device> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  await page.close();
  const kept = await context.storageState({ indexedDB: true });
  await context.close();
  return { origin, kept };
}

/** Has the browser of `page` keep what `device` does, as if all of that had been at `origin`. */
export async function putOn(page: Page, { origin: before, kept }: Device, origin: string): Promise<void> {
  const moved = JSON.stringify(kept).replaceAll(before, origin);
  await page.context().setStorageState(JSON.parse(moved) as Device['kept']);
}
