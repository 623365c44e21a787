import { onTestFinished } from 'vitest';
import { FaultyProxy } from '../e2e/support/faulty-proxy.ts';
import { Browser } from './driver/browser.ts';
import { DESKTOP } from './driver/engine.ts';
import { engine, expect, test } from './support/app-test.ts';
import { pageStays } from './support/page-stays.ts';
import { openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';

/** Of all dialogs. */
const STYLES = /\/assets\/shared-[^/]*\.css$/;
/** Width of a dialog without them: as wide as the page. */
const UNSTYLED_PX = 1000;

test('a page that is left while it loads a style sheet, and come back to, has it where it is needed', async ({
  server,
}) => {
  const proxy = await FaultyProxy.create(server.port);
  onTestFinished(() => proxy.close());
  proxy.inject({ path: STYLES, fault: { kind: 'hold', until: new Promise(() => undefined) } });
  const browser = await Browser.start(engine, proxy.url);
  onTestFinished(() => browser.close());
  const tab = await browser.newTab();
  await tab.resize(DESKTOP);

  await signIn(tab, '/dashboard');
  await tab.until(
    () => tab.evaluate(() => document.querySelector('link[href*="/shared-"][rel=stylesheet]') !== null),
    'for the style sheet to be asked for',
  );
  await tab.open('/login');
  proxy.heal();
  await tab.back();
  await tab.isAt('/dashboard');
  await pageStays(tab);

  await tab.press('link', 'Projects');
  await openNew(tab, 'projects');
  const width = await tab.evaluate(
    () => document.querySelector('[role=dialog]')?.getBoundingClientRect().width,
  );
  expect(width).toBeLessThan(UNSTYLED_PX);
});
