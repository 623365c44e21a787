import { existsSync } from 'node:fs';
import type { Measured } from '../frame/line.ts';
import { rounds } from '../frame/page.ts';
import { AppBrowser, PHONE } from './app-browser.ts';
import { BuiltServer } from './built-server.ts';
import { pageScript } from './replay.ts';
import { openScreen, openSignIn, signInAs, upToDate } from './screens.ts';

// How long the page stands still while a phone makes the adjuster's report with 120 photos:
// `npm run build && npm run bench -- report`.

const PHOTOS = 120;
const SIZE = { customers: 50, others: 50 };
const AT_MOST_MS = 200;
const MAKING_LIMIT_MS = 600_000;

export async function run(): Promise<Measured> {
  if (!existsSync('build/server/main.js')) throw new Error('Run `npm run build` first');
  const script = await pageScript('bench/app/report-page.ts');
  const server = await BuiltServer.open(SIZE);
  const browser = await AppBrowser.start(PHONE);
  try {
    const app = await browser.open();
    const { page } = app;
    await openSignIn(app, server);
    await signInAs(app, server.user);
    await upToDate(page);
    // Not with a script element, because the server's content security policy forbids that.
    await page.evaluate(`(() => {${script}})()`);
    const id = await page.evaluate((count) => globalThis.benchKeepJobPhotos(count), PHOTOS);
    await upToDate(page);
    const [tasks, seconds]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds(); round += 1) {
      await openScreen(app, server, `/work-orders/${id}/readings`);
      await app.slowDown(PHONE.cpu);
      await app.proveProbe();
      await page.getByRole('button', { name: 'Report for the adjuster' }).click();
      const dialog = page.getByRole('dialog', { name: 'Report for the adjuster' });
      await dialog.getByText(/^Room 0: 20 photos$/).waitFor();
      const begun = Date.now();
      await dialog.getByRole('button', { name: 'Make the report' }).click();
      await dialog.getByRole('button', { name: 'Download' }).waitFor({ timeout: MAKING_LIMIT_MS });
      seconds.push((Date.now() - begun) / 1000);
      const { longTasks } = await app.probe();
      tasks.push(Math.max(0, ...longTasks.map(({ ms }) => ms)));
      await app.slowDown(1);
    }
    console.log(`The report took ${seconds.map((one) => one.toFixed(0)).join(', ')} s`);
    const name = `longest task of the page while a report with ${PHOTOS} photos is made, ${PHONE.cpu} x CPU`;
    return {
      browser: browser.version,
      lines: [{ goal: '-', name, unit: 'ms', ours: tasks, atMost: AT_MOST_MS }],
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
