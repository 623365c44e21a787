import { writeFile } from 'node:fs/promises';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { projectSpec } from '../../../src/domain/project.ts';
import type { Companion } from './companion.ts';
import { offlineReady, upToDate } from './customers.ts';
import { drawInInter } from './inter.ts';
import { readWhole } from './read-whole.ts';
import { signIn } from './sign-in.ts';

/** The folder of the landing page's pictures. */
const FOLDER = 'src/features/landing/pictures';
const SOCIAL = 'public/screenshots/social.jpg';
const PHONE = { width: 390, height: 844 };
const UPPER_PHONE = { x: 0, y: 0, width: 390, height: 720 };
const COMPUTER = { width: 1280, height: 800 };
/** The part of a phone's screen below the top bar. */
const BELOW_BAR = { x: 0, y: 56, width: 390, height: 520 };
const QUALITY = 62;

type Scheme = 'light' | 'dark';

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Takes the landing page's pictures of the app, in both color schemes. */
export async function shootLanding(browser: Browser, server: Companion): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await shootComputer(browser, server, scheme);
    await shootPhone(browser, server, scheme);
  }
}

/** Takes the picture that other sites show with a link: the top of the landing page in its current build. */
export async function shootSocial(browser: Browser, server: Companion): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1200, height: 630 } });
  const page = await context.newPage();
  await page.goto('/', { waitUntil: 'networkidle' });
  await drawInInter(page);
  await page.screenshot({ path: SOCIAL, type: 'jpeg', quality: 80 });
  await context.close();
}

async function shootComputer(browser: Browser, server: Companion, scheme: Scheme): Promise<void> {
  const context = await openContext(browser, server, { scheme, viewport: COMPUTER, scale: 1.5 });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  await page.goto('/projects');
  await page.getByRole('button', { name: 'List options' }).waitFor();
  await shoot(page, `wide-${scheme}`, { x: 0, y: 0, ...COMPUTER });
  await context.close();
}

async function shootPhone(browser: Browser, server: Companion, scheme: Scheme): Promise<void> {
  const context = await openContext(browser, server, { scheme, viewport: PHONE, scale: 2 });
  const page = await context.newPage();
  await signIn(page);
  await upToDate(page);
  const busy = await busyCustomer(server);
  await openRecord(page, `/projects/${busy.project}`);
  await shoot(page, `job-${scheme}`, BELOW_BAR);
  await openRecord(page, `/customers/${busy.customer}`);
  await shoot(page, `people-${scheme}`, BELOW_BAR);
  await page.goto('/estimates');
  await page.getByRole('main').getByRole('listitem').nth(5).waitFor();
  const list = await page.getByRole('list').filter({ hasText: 'EST-' }).boundingBox();
  await shoot(page, `money-${scheme}`, { ...BELOW_BAR, y: (list?.y ?? 0) - 12 });
  await page.goto('/work-orders?status=in_progress');
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  await offlineReady(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Notes').fill('Standing water is out. Two dehumidifiers set.');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByText('Waiting to sync').first().waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await shoot(page, `phone-${scheme}`, UPPER_PHONE);
  await context.close();
}

interface Look {
  readonly scheme: Scheme;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly scale: number;
}

function openContext(browser: Browser, server: Companion, look: Look): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: server.url,
    viewport: look.viewport,
    deviceScaleFactor: look.scale,
    colorScheme: look.scheme,
    reducedMotion: 'reduce',
  });
}

async function openRecord(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('link', { name: 'Directions' }).waitFor();
  await upToDate(page);
}

/** Takes a WebP picture, which Playwright itself cannot do. */
async function shoot(page: Page, name: string, clip: Clip): Promise<void> {
  await readWhole(page);
  await drawInInter(page);
  const { y: top } = clip;
  const scrolled = await page.evaluate(() => scrollY);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { ...clip, y: top + scrolled, scale: 1 },
  });
  await writeFile(`${FOLDER}/${name}.webp`, Buffer.from(data, 'base64'));
}

const projects = z.object({
  results: z.array(z.object({ id: z.number(), customer: z.number(), status: z.string() })),
});

/** Returns the customer with the most projects among those with an open one, and one of the open projects. */
async function busyCustomer(
  server: Companion,
): Promise<{ readonly customer: number; readonly project: number }> {
  const { body } = await server.api(`${projectSpec.path}?page_size=500`);
  const { results } = projects.parse(body);
  const countOf = (customer: number): number => results.filter((one) => one.customer === customer).length;
  const [busiest] = results
    .filter(({ status }) => status === 'in_progress')
    .toSorted((a, b) => countOf(b.customer) - countOf(a.customer));
  if (!busiest) throw new Error('The demo data holds no open project.');
  return { customer: busiest.customer, project: busiest.id };
}
