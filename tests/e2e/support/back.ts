import { expect, type Locator, type Page } from '@playwright/test';

/** Where the tests come from. */
const BEFORE = '/dashboard';

/** Goes to a screen by the address, then on to the list by a link: what Back has to lead to is the dashboard. */
export async function comeTo(page: Page, list: string): Promise<void> {
  await page.goto(BEFORE);
  await followLink(page, list);
}

/** Follows a link of the navigation, which a phone has in a drawer. */
async function followLink(page: Page, path: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('main').waitFor();
  if (await menu.isVisible()) await menu.click();
  // The menu opens a list as it was left.
  await navigation.locator(`a[href="${path}"], a[href^="${path}?"]`).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * One press of Back where something is open over the page. No sooner than the app has its own step forward behind it,
 * which would take a Back under way with it: a person is slower.
 */
export async function pressBack(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.usr?.layers > 0);
  await page.goBack();
}

/** One press of Back, and what it closes is gone while the page stays. */
export async function backCloses(
  page: Page,
  layer: Locator,
  press: (page: Page) => Promise<unknown> = pressBack,
): Promise<void> {
  const { pathname } = new URL(page.url());
  await press(page);
  await expect(layer).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(pathname);
}

/** The app steps back by itself from what Back would have closed: what is opened sooner would be left by that. */
export async function steppedBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.usr?.layers);
}

/** One press of Back leads to where the person came from. */
export async function backLeaves(page: Page, to = BEFORE): Promise<void> {
  await steppedBack(page);
  await page.goBack();
  await page.waitForURL(`**${to}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await shown(page)).toBe(to);
}

/** The path that the address bar shows, once nothing is under way any more. */
async function shown(page: Page): Promise<string> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  return new URL(page.url()).pathname;
}

/** The question that a form asks before it loses what was typed. */
export function question(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard your changes?' });
}
