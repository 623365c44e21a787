import { expect, type Page } from '@playwright/test';
import { offlineReady, upToDate } from './customers.ts';

/** Three tabs of one browser, signed in and up to date. */
export type Tabs = readonly [Page, Page, Page];

/** Opens two more tabs beside a signed-in one. */
export function threeTabs(first: Page): Promise<Tabs> {
  return openTabs(first, upToDate);
}

/** Opens two more tabs, each ready for offline use before the next is opened. The test must be tagged INSTALLED. */
export function threeInstalledTabs(first: Page): Promise<Tabs> {
  return openTabs(first, async (tab) => {
    await upToDate(tab);
    await offlineReady(tab);
  });
}

async function openTabs(first: Page, isReady: (tab: Page) => Promise<void>): Promise<Tabs> {
  const tabs: Tabs = [first, await first.context().newPage(), await first.context().newPage()];
  for (const tab of tabs) {
    if (tab !== first) await tab.goto('/customers');
    await isReady(tab);
  }
  return tabs;
}

/** Returns the tab that sends for all, which holds the engine's lock. Waits until one of `tabs` does. */
export async function sendingTab(tabs: readonly Page[]): Promise<Page> {
  let sender: Page | undefined;
  await expect(async () => {
    const leads = await Promise.all(tabs.map(holdsSyncLock));
    sender = tabs.find((_, index) => leads[index]);
    expect(sender).toBeDefined();
  }).toPass();
  if (!sender) throw new Error('No tab sends.');
  return sender;
}

/** Opens three tabs, and returns them with the sending tab known. */
export async function threeTabsBySender(
  first: Page,
): Promise<{ readonly sender: Page; readonly writer: Page; readonly reader: Page }> {
  const tabs = await threeTabs(first);
  const sender = await sendingTab(tabs);
  const [writer = first, reader = first] = tabs.filter((tab) => tab !== sender);
  return { sender, writer, reader };
}

/** Locks are listed with their holder's id. A page learns its own id by taking a lock. */
async function holdsSyncLock(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const { held = [] } = await navigator.locks.request('own-id', () => navigator.locks.query());
    const own = held.find(({ name }) => name === 'own-id')?.clientId;
    return held.some(({ name, clientId }) => name?.startsWith('sync|') && clientId === own);
  });
}

/** The ways in which a tab can end, by description. */
export const TAB_ENDS = {
  closed: (tab: Page) => tab.close(),
  /** Crashes the page's process. */
  crashed: async (tab: Page) => {
    const crashed = tab.waitForEvent('crash');
    await Promise.all([crashed, tab.goto('chrome://crash').catch(() => null)]);
  },
  'navigated away': async (tab: Page) => {
    await tab.goto('about:blank');
  },
} as const;
