import { describe, expect, onTestFinished, test } from 'vitest';
import { Companion } from '../e2e/support/companion.ts';
import { TEMPLATE_VARIABLE } from '../e2e/support/global-setup.ts';
import { Browser } from './driver/browser.ts';
import { DESKTOP, ENGINES, PHONE, TABLET } from './driver/engine.ts';
import { signIn } from './sign-in.ts';

describe.each(ENGINES)('in %s', (engine) => {
  test('who signs in has 200 customers, and is told when all of them are there', async () => {
    const server = await Companion.create({ template: process.env[TEMPLATE_VARIABLE] });
    onTestFinished(() => server.remove());
    const browser = await Browser.start(engine, server.url);
    onTestFinished(() => browser.close());
    const tab = await browser.newTab();
    await signIn(tab);
    await tab.reads('200 customers');
    await tab.reads(/Up to date as of/);
    for (const size of [PHONE, TABLET, DESKTOP]) {
      await tab.resize(size);
      expect(await tab.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
      await tab.reads('200 customers');
    }
  });
});
