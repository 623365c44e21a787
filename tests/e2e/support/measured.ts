import type { Page } from '@playwright/test';

/** Elements that a person presses or types into. */
const PRESSED = 'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"]';

/** The minimum size of a target in px (WCAG 2.5.5). */
const FINGER = 44;
const ROUNDING = 0.5;

/** Returns elements to read or press that are partly outside the window's width, or whose text is cut off. */
export async function lost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls sideways');
    for (const element of root.querySelectorAll(
      'a, button, input, select, textarea, h1, h2, label, p, dd, dt, li',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { left, right, width } = element.getBoundingClientRect();
      // Skip text for screen readers, which is one pixel wide, and the skip link, which is above the page.
      if (width <= 1 || element.closest('[data-no-print][href="#main"]')) continue;
      const words = `${element.tagName} ${element.textContent?.trim().slice(0, 40)}`;
      if (left < -0.5 || right > window.innerWidth + 0.5) found.push(`outside: ${words}`);
      const style = getComputedStyle(element);
      const cuts = style.overflowX !== 'visible' && style.overflowX !== 'auto';
      if (
        cuts &&
        !/INPUT|SELECT|TEXTAREA/.test(element.tagName) &&
        element.scrollWidth > element.clientWidth + 1
      )
        found.push(`cut: ${words}`);
    }
    return found;
  });
}

/**
 * Returns elements whose touch area is less than `px` wide or high. The area may extend beyond the element, such as
 * into its label. Links within a sentence may be as high as the line (WCAG 2.5.8).
 */
export async function smallTargets(page: Page, px = FINGER): Promise<string[]> {
  return page.evaluate(
    ([pressed, finger]) => {
      const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
      const inSentence = (element: Element): boolean => {
        const around = element.closest('p, li, dd, span');
        const own = element.textContent?.trim() ?? '';
        const all = around?.textContent?.trim() ?? '';
        return (
          element.matches('a') &&
          around !== null &&
          getComputedStyle(element).display === 'inline' &&
          all.length > own.length
        );
      };
      const belongs = (element: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        return (
          hit !== null &&
          (element.contains(hit) ||
            hit.closest('label, a, button') === element ||
            hit.closest('label')?.control === element)
        );
      };
      const found: string[] = [];
      for (const element of root.querySelectorAll(pressed)) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
        if (element.matches('input[type=hidden], [data-no-print][href="#main"], [tabindex="-1"]:not([role])'))
          continue;
        // A press goes to the element below it.
        if (getComputedStyle(element).pointerEvents === 'none') continue;
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width <= 1 || inSentence(element)) continue;
        const [x, y] = [left + width / 2, top + height / 2];
        const reach = (dx: number, dy: number): number => {
          let far = 0;
          while (far < finger && belongs(element, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
          return far;
        };
        const wide = width >= finger || reach(-1, 0) + reach(1, 0) + 1 >= finger;
        const high = height >= finger || reach(0, -1) + reach(0, 1) + 1 >= finger;
        if (wide && high) continue;
        const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? '';
        found.push(`${element.tagName} ${name}: ${Math.round(width)} × ${Math.round(height)}`);
      }
      window.scrollTo(0, 0);
      return [...new Set(found)];
    },
    [PRESSED, px - ROUNDING] as const,
  );
}

/** Returns words that are broken across lines. Email addresses may be broken. */
export async function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const found: string[] = [];
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (
        !parent?.checkVisibility({ visibilityProperty: true }) ||
        parent.closest('script, style, svg, option')
      )
        continue;
      if (parent.closest('a, td, dd, span')?.textContent?.includes('@')) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1) found.push(word);
      }
    }
    return [...new Set(found)];
  });
}

/** Waits two frames, because sizes that a page measures settle one frame after they change. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** How often a layer may be looked at again until it is in its place. */
const LOOKS = 60;

/** Returns what is lost once the layout is stable. Layers over the page take some frames to find their place. */
async function lostAtLast(page: Page): Promise<string[]> {
  await settled(page);
  let found = await lost(page);
  // Frames are counted, not seconds: a busy machine draws fewer of them.
  for (let looks = 1; found.length > 0 && looks < LOOKS; looks += 1) {
    await settled(page);
    found = await lost(page);
  }
  return found;
}

/** Returns what is lost at 320 px, the width of a 1280 px window at 400 % zoom (WCAG 1.4.10). */
export async function lostWhenNarrow(page: Page): Promise<string[]> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 320, height: 640 });
  const found = await lostAtLast(page);
  await page.setViewportSize(size);
  await settled(page);
  return found.map((what) => `320 px: ${what}`);
}

/** Returns what is lost if only the text is twice as large (WCAG 1.4.4). */
export async function lostWhenLarge(page: Page): Promise<string[]> {
  const style = await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.evaluate(() => window.dispatchEvent(new Event('resize')));
  const found = await lostAtLast(page);
  await style.evaluate((element) => (element as Element).remove());
  await page.evaluate(() => window.dispatchEvent(new Event('resize')));
  await settled(page);
  return found.map((what) => `text of 200 %: ${what}`);
}
