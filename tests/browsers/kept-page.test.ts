import { setTimeout as delay } from 'node:timers/promises';
import type { Tab } from './driver/tab.ts';
import { expect, ONCE, test } from './support/app-test.ts';
import { pageStays } from './support/page-stays.ts';
import { signIn } from './support/sign-in.ts';
import { upToDate } from './support/sync.ts';

/** Where a page is left while it draws, WebKit loses what was under way in about one of six. */
const TIMES = 8;
const AWAY_MS = 60;

test('a page that is left while it draws, and come back to, goes on drawing', ONCE, async ({ tab }) => {
  await signIn(tab);
  await upToDate(tab);
  for (let n = 0; n < TIMES; n += 1) {
    await tab.open('/customers');
    await tab.sees({ role: 'searchbox' });
    await keepDrawing(tab);
    await delay(n * 10);
    await tab.open('/login');
    await delay(AWAY_MS);
    await tab.back();
    await tab.isAt(/^\/customers/);
    await pageStays(tab);
    await tab.press('link', 'Projects');
    await tab.reads(/\d projects/);
  }
  expect(await tab.address()).toBe('/projects');
});

/** Has React draw in small pieces, one after the other, until the page is left. */
async function keepDrawing(tab: Tab): Promise<void> {
  await tab.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]');
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    let typed = 0;
    const typing = setInterval(() => {
      typed += 1;
      value?.set?.call(field, typed % 2 === 0 ? '' : 'a');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    }, 1);
    addEventListener('pagehide', () => clearInterval(typing), { capture: true });
  });
}
