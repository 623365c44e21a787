import { mkdir } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { Companion } from './support/companion.ts';
import { upToDate } from './support/customers.ts';
import { shootLanding, shootSocial } from './support/landing-pictures.ts';
import { signIn } from './support/sign-in.ts';

// `npm run screenshots` draws the pictures of the install dialog and the landing page anew, from the built app.

const DEVICES = [
  { viewport: { width: 1280, height: 800 }, picture: 'wide' },
  { viewport: { width: 390, height: 844 }, picture: 'narrow' },
] as const;
const INSTALL = 'public/screenshots';

const server = await Companion.create({ env: { SEED: 'demo' } });
try {
  await mkdir(INSTALL, { recursive: true });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  for (const device of DEVICES) await shoot(browser, device);
  await shootLanding(browser, server);
  await shootSocial(browser, server);
  await browser.close();
} finally {
  await server.remove();
}

async function shoot(browser: Browser, { viewport, picture }: (typeof DEVICES)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/customers');
  await waitForRows(page);
  await upToDate(page);
  await page.screenshot({ path: `${INSTALL}/${picture}.png` });
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
