import { writeFile } from 'node:fs/promises';
import { chromium, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { Companion } from './support/companion.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { drawInInter } from './support/inter.ts';
import { signIn } from './support/sign-in.ts';

// `npm run docs:film` makes the README's moving picture from the built app: a customer is saved without a connection, the
// connection comes back, and the customer is sent.

const FILE = 'docs/screenshots/offline-film.webp';
/** A README loads it at once: in bytes. */
const LARGEST = 1_500_000;
const PHONE = { width: 390, height: 780 };
const QUALITY = 70;

/** A picture of the page, and how long it stands, in ms. */
interface Frame {
  readonly picture: Buffer;
  readonly ms: number;
}

async function main(): Promise<void> {
  const server = await Companion.create({ env: { SEED: 'demo' } });
  const browser = await chromium.launch({ executablePath: await findChromium() });
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: PHONE,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      hasTouch: true,
    });
    const frames = await play(await context.newPage());
    const film = await sharp(
      frames.map(({ picture }) => picture),
      { join: { animated: true } },
    )
      .webp({ quality: QUALITY, loop: 0, delay: frames.map(({ ms }) => ms) })
      .toBuffer();
    if (film.length > LARGEST) throw new Error(`The film has ${film.length} bytes.`);
    await writeFile(FILE, film);
    console.log(`${FILE}: ${frames.length} pictures, ${Math.round(film.length / 1024)} kB`);
  } finally {
    await browser.close();
    await server.remove();
  }
}

async function play(page: Page): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  const shoot = async (ms: number): Promise<void> => {
    await page.waitForTimeout(300);
    await drawInInter(page);
    frames.push({ picture: await page.screenshot({ type: 'png' }), ms });
  };
  await signIn(page);
  await page.goto('/customers');
  await offlineReady(page);
  await upToDate(page);
  await shoot(1200);
  await page.context().setOffline(true);
  await expect(page.getByText('No connection').first()).toBeVisible();
  await shoot(1800);
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' });
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  await shoot(700);
  for (const [label, text] of [
    ['First Name', 'Owen'],
    ['Last Name', 'Castellanos'],
    ['Email', 'owen@example.com'],
  ] as const) {
    await dialog.getByLabel(label).fill(text);
    await shoot(500);
  }
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  await shoot(2600);
  await page.context().setOffline(false);
  await upToDate(page);
  await shoot(3200);
  return frames;
}

await main();
