import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { Companion } from './support/companion.ts';
import { upToDate } from './support/customers.ts';
import { shootGuide } from './support/guide-pictures.ts';
import { drawInInter } from './support/inter.ts';
import { shootLanding, shootSocial } from './support/landing-pictures.ts';
import { readWhole } from './support/read-whole.ts';
import { drawShortcutIcons } from './support/shortcut-icons.ts';
import { signIn } from './support/sign-in.ts';

// `npm run docs:screenshots` draws the pictures of the install dialog, the shortcuts, the landing page and the field guide anew,
// from the built app.

const DEVICES = [
  { viewport: { width: 1280, height: 800 }, form: 'wide', screens: ['dashboard', 'customers'] },
  {
    viewport: { width: 390, height: 844 },
    form: 'narrow',
    screens: ['dashboard', 'customers', 'work-order'],
  },
] as const;
const INSTALL = 'public/screenshots';

const OPEN = {
  dashboard: async (page: Page) => {
    await page.goto('/dashboard');
    await page.getByText('Next on the schedule').waitFor();
    await upToDate(page);
  },
  customers: async (page: Page) => {
    await page.goto('/customers');
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .waitFor();
    await upToDate(page);
  },
  'work-order': async (page: Page) => {
    await page.goto('/work-orders?status=in_progress');
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Directions' }).waitFor();
    await upToDate(page);
  },
};

const server = await Companion.create({ env: { SEED: 'demo' } });
try {
  await mkdir(INSTALL, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  for (const device of DEVICES) await shoot(browser, device);
  await drawShortcutIcons(browser);
  await shootLanding(browser, server);
  await shootSocial(browser, server);
  await shootGuide(browser, server);
  await browser.close();
} finally {
  await server.remove();
}

async function shoot(browser: Browser, { viewport, form, screens }: (typeof DEVICES)[number]): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url, viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  for (const screen of screens) {
    await OPEN[screen](page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await readWhole(page);
    await drawInInter(page);
    await page.screenshot({ path: `${INSTALL}/${form}-${screen}.png` });
  }
  await context.close();
}
