import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Companion } from '../e2e/support/companion.ts';
import { TEMPLATE_VARIABLE } from '../e2e/support/global-setup.ts';
import { releaseNext } from '../e2e/support/next-release.ts';
import { Browser } from './driver/browser.ts';
import { DESKTOP } from './driver/engine.ts';
import type { Tab } from './driver/tab.ts';
import { engine, expect, ONCE, test } from './support/app-test.ts';
import { create, openNew } from './support/screens.ts';
import { signIn } from './support/sign-in.ts';
import { offlineReady, upToDate } from './support/sync.ts';

const NEW_VERSION = 'A new version of the app is ready.';

test('the next release starts when the person agrees, and keeps all data', ONCE, async () => {
  const build = await mkdtemp(join(tmpdir(), 'restoration-build-'));
  onTestFinished(() => rm(build, { recursive: true }));
  await cp('dist', build, { recursive: true });
  const template = process.env[TEMPLATE_VARIABLE];
  const server = await Companion.create({ template, env: { STATIC_DIR: build } });
  onTestFinished(() => server.remove());
  const browser = await Browser.start(engine, server.url);
  onTestFinished(() => browser.close());
  const tab = await browser.newTab();
  await tab.resize(DESKTOP);
  await signIn(tab);
  await upToDate(tab);
  await offlineReady(tab);

  await releaseNext(build);
  await tab.open('/customers');
  await tab.reads(NEW_VERSION);
  expect(await isNewer(tab)).toBe(false);
  await tab.press('button', 'Update');
  await tab.until(() => isNewer(tab), 'for the next release');
  await tab.reads('200 customers');
  await upToDate(tab);
  await tab.readsNo(NEW_VERSION);

  // Check the new release's own parts: the old ones are no longer on the server.
  await offlineReady(tab);
  await server.kill();
  const dialog = await openNew(tab, 'customers');
  await tab.fill('First Name', 'Nora', dialog);
  await tab.fill('Last Name', 'Vance', dialog);
  await tab.fill('Email', 'nora.vance@example.com', dialog);
  await create(tab, dialog);
  await tab.reads('Nora Vance');
});

async function isNewer(tab: Tab): Promise<boolean> {
  return tab.evaluate(() => document.documentElement.dataset['build'] === 'newer');
}
