import { expect, type Locator, type Page } from '@playwright/test';

/** The page from which tests come. */
const BEFORE = '/dashboard';

/** Opens the dashboard by its URL, then the list through a link, so that Back must lead to the dashboard. */
export async function comeTo(page: Page, list: string): Promise<void> {
  await page.goto(BEFORE);
  await followLink(page, list);
}

/** Follows a link in the navigation, which is in a drawer on a phone. */
async function followLink(page: Page, path: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open navigation' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('main').waitFor();
  if (await menu.isVisible()) await menu.click();
  // The link opens the list with its last query.
  await navigation.locator(`a[href="${path}"], a[href^="${path}?"]`).click();
  await page.waitForURL((url) => url.pathname === path);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/**
 * Presses Back while something is open over the page. First waits for the app's own step forward, which would cancel a
 * Back under way. A person is slower anyway.
 */
export async function pressBack(page: Page): Promise<void> {
  await page.waitForFunction(() => history.state?.usr?.layers > 0);
  await page.goBack();
}

/** Presses Back once, and expects that it closes the layer and the page stays. */
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

/** Waits until the app has stepped back from a closed layer. That step would close anything opened sooner. */
export async function steppedBack(page: Page): Promise<void> {
  await page.waitForFunction(() => !history.state?.usr?.layers);
}

/** Presses Back once, and expects that it leads to where the person came from. */
export async function backLeaves(page: Page, to = BEFORE): Promise<void> {
  await steppedBack(page);
  await page.goBack();
  await page.waitForURL(`**${to}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await shown(page)).toBe(to);
}

/** Returns the path in the address bar once nothing is under way. */
async function shown(page: Page): Promise<string> {
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  return new URL(page.url()).pathname;
}

/** The question that a form asks before typed text is lost. */
export function question(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Discard your changes?' });
}
