import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds on the screen as it stands, however slight, as 'rule: element'. Waits for the screen's heading: a page
 * that is still starting has none, and nothing else to be looked at.
 */
export async function findings(page: Page): Promise<string[]> {
  await page.locator('h1:visible').first().waitFor();
  const { violations } = await new AxeBuilder({ page })
    // The app has no frames, and without them this finds the same, and opens no page of its own every time.
    .setLegacyMode()
    // What passes is looked at all the same, and not described.
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { html, target } of nodes) {
      if (id !== 'region' || !(await isPopup(page, String(target[0])))) found.push(`${id}: ${html}`);
    }
  }
  return found;
}

/** Lists and calendars that Mantine draws beside the page belong to the field that opened them, not to a landmark. */
function isPopup(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => element.closest('[data-portal]') !== null);
}
