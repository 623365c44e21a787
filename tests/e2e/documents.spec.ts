import { spawnSync } from 'node:child_process';
import { chromium } from '@playwright/test';
import { findPdfToText } from '../../scripts/find-poppler.mjs';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { QUIET } from './support/quiet.ts';
import { LISTS } from './support/records.ts';
import { runOnce } from './support/run-once.ts';
import { signIn as signInOn } from './support/sign-in.ts';

runOnce();

/** Without a Chinese font on this machine, the PDF has boxes, and the app says so. */
const HAS_CHINESE = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' }).stdout?.trim() !== '';

test('the PDF of an estimate says its amounts, online and without a connection', { tag: INSTALLED }, async ({
  page,
  context,
  server,
  signIn,
}) => {
  test.skip(findPdfToText() === undefined, 'scripts/test.mjs says that there is no pdftotext');
  const [newest] = await recordsOn(server, 'estimates');
  const path = `${resourceSpecs.estimates.path}${newest?.id}/`;
  const description = '--- Items ---\n2 x Air mover, 3 days @ 35.05\n118 x Drywall for 王小明, sq ft @ 1.85';
  const body = {
    title: 'Łazienka Жанны',
    description,
    subtotal: '428.60',
    tax_rate: '8.25',
    total_amount: '463.96',
  };
  expect((await server.api(path, { method: 'PATCH', body })).status).toBe(200);
  await signIn();
  await upToDate(page);
  await offlineReady(page);

  async function made(): Promise<string> {
    await page.goto(`${LISTS.estimates}/${newest?.id}?tab=documents`);
    await page.getByRole('button', { name: 'Estimate', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Estimate' });
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const notice = dialog.getByText(/^This device has no font for 王, 小,? and 明/);
    if (!HAS_CHINESE) await expect(notice).toBeVisible();
    else await expect(notice).toBeHidden();
    const file = await (await download).path();
    return spawnSync(findPdfToText() ?? '', ['-layout', file, '-'], { encoding: 'utf8' }).stdout;
  }

  for (const isOffline of [false, true]) {
    await context.setOffline(isOffline);
    const text = await made();
    for (const words of [
      'Łazienka Жанны',
      '$35.05',
      '$210.30',
      '$1.85',
      '$218.30',
      '$428.60',
      '$35.36',
      '$463.96',
    ])
      expect(text).toContain(words);
  }
});

test('a browser with a viewer of its own opens the PDF under the policy of our server', async ({
  server,
}) => {
  const [id = 0] = await planDay(server);
  // Not the headless shell, which has no viewer.
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '', args: QUIET });
  try {
    const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' });
    const page = await context.newPage();
    await signInOn(page);
    await upToDate(page);
    await page.goto(`/work-orders/${id}?tab=documents`);
    await page.getByRole('button', { name: 'Work authorization' }).click();
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Open or print' }).click();
    const viewer = await opened;
    expect(viewer.url()).toMatch(/^blob:/);
    const shown = () => viewer.frames().find((frame) => frame.url().startsWith('chrome-extension:'));
    // A refused file has no pages.
    const pages = () =>
      shown()?.evaluate(() => {
        const bar = document.querySelector('pdf-viewer')?.shadowRoot?.querySelector('viewer-toolbar');
        return Number((bar as { docLength?: number } | null | undefined)?.docLength);
      });
    await expect.poll(pages).toBeGreaterThanOrEqual(1);
  } finally {
    await browser.close();
  }
});
