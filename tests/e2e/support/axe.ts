import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** The most checks of a page that keeps changing. */
const TIMES = 5;

/**
 * Returns all that axe finds on the screen, however slight, as 'rule: element'. Waits for the screen's heading, because
 * a page that is still starting has nothing to check. If the page changed meanwhile, axe may have seen a mix of
 * two states: a button that became enabled still had the color of a disabled one. Then checks again. What it finds must
 * stand in two checks in a row, because a color that is on its way is no change of the page.
 */
export async function findings(page: Page): Promise<string[]> {
  await page.locator('h1:visible').first().waitFor();
  let last: string | null = null;
  for (let time = 1; ; time += 1) {
    const changes = await page.evaluateHandle(() => {
      const seen = { any: false };
      const observer = new MutationObserver(() => {
        seen.any = true;
      });
      observer.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
      return { seen, observer };
    });
    const found = await findingsNow(page);
    const hasChanged = await changes.evaluate(({ seen, observer }) => {
      const isLate = observer.takeRecords().length > 0;
      observer.disconnect();
      return seen.any || isLate;
    });
    const all = found.join('\n');
    if (found.length === 0 || (!hasChanged && all === last) || time === TIMES) return found;
    last = all;
  }
}

async function findingsNow(page: Page): Promise<string[]> {
  // A text that fades in has too little contrast until it is there. What turns for ever, and what follows the scrolling,
  // never ends.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ timeline, effect }) =>
          timeline === document.timeline && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  // Reading axe takes a good part of the time of a check, so each document reads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const nodes = await page.evaluate(async () => {
    const { axe: checker } = window as unknown as { readonly axe: Pick<typeof axe, 'run'> };
    // Rules that pass are checked too, but not reported.
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes: broken }) =>
      broken.map(({ html, target }) => ({ id, html, target: String(target[0]) })),
    );
  });
  const found: string[] = [];
  for (const { id, html, target } of nodes)
    if (id !== 'region' || !(await isPopup(page, target))) found.push(`${id}: ${html}`);
  return found;
}

/**
 * True for lists and calendars that Mantine draws in a portal. They belong to a field, not to a landmark. False for an
 * element that is gone: `evaluateAll` does not wait for it.
 */
function isPopup(page: Page, selector: string): Promise<boolean> {
  return page
    .locator(selector)
    .evaluateAll(([element]) => element !== undefined && element.closest('[data-portal]') !== null);
}
