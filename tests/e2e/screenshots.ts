import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { Companion } from './support/companion.ts';
import { addCustomer, offlineReady, syncStatus } from './support/customers.ts';
import { shootLanding, shootSocial } from './support/landing-pictures.ts';
import { signIn } from './support/sign-in.ts';

// `npm run screenshots` draws the pictures of the README and of the install dialog anew, from the built app.

const DESKTOP = { name: 'desktop', viewport: { width: 1280, height: 800 }, installPicture: 'wide' };
const PHONE = { name: 'phone', viewport: { width: 390, height: 844 }, installPicture: 'narrow' };
const DOCS = 'docs/screenshots';
const INSTALL = 'public/screenshots';

const server = await Companion.create({ env: { SEED: 'demo' } });
try {
  await mkdir(DOCS, { recursive: true });
  await mkdir(INSTALL, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  for (const device of [DESKTOP, PHONE]) await shoot(browser, device);
  await shootLanding(browser, server);
  await shootSocial(browser, server);
  await browser.close();
} finally {
  await server.remove();
}

async function shoot(browser: Browser, device: typeof DESKTOP): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: device.viewport,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/customers');
  await waitForRows(page);
  await page.screenshot({ path: `${INSTALL}/${device.installPicture}.png` });
  await page.screenshot({ path: `${DOCS}/customers-${device.name}.png` });
  await page.getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('dialog', { name: 'Add New Customer' }).waitFor();
  await page.screenshot({ path: `${DOCS}/customer-form-${device.name}.png` });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await offlineReady(page);
  await context.setOffline(true);
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });
  await addCustomer(page, { first: 'Owen', last: 'Castellanos', email: 'owen.castellanos@example.com' });
  await expect(syncStatus(page)).toHaveText(/No connection · 2 (changes )?waiting/);
  await page.screenshot({ path: `${DOCS}/offline-${device.name}.png` });
  await context.close();
}

/** The list shows at least one customer whom the server knows. */
async function waitForRows(page: Page): Promise<void> {
  const { body } = await server.api('/api/v1/customers/customers/');
  const { results } = z.object({ results: z.array(z.object({ last_name: z.string() })).min(1) }).parse(body);
  const names = results.map(({ last_name }) => last_name.replace(/\W/g, '.'));
  await page
    .getByText(new RegExp(names.join('|')))
    .first()
    .waitFor();
}
