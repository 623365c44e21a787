import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { importDialog, openImport } from '../../tests/e2e/support/imports.ts';
import { mustBeBuilt } from '../frame/install.ts';
import { AppBrowser, DESKTOP, type MeasuredPage, PHONE } from './app-browser.ts';
import { BookProcess } from './book-process.ts';
import { allInMemory, download } from './screens.ts';

// `npm run bench -- import [rows]` measures the longest task, time and memory of each step of an import, at the
// machine's own speed and at a quarter of it. One row in ten has an extension, and one in ten has no email.

const ROWS = Number(process.argv[3] ?? 10_000);
const STORED = 1_000;
const LIMIT_MS = 600_000;

export async function run(): Promise<void> {
  mustBeBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'crm-bench-import-'));
  const path = join(folder, 'clients.csv');
  await writeFile(path, fileOf(ROWS));
  try {
    for (const device of [DESKTOP, { ...DESKTOP, cpu: PHONE.cpu }]) {
      console.log(`\n${ROWS} rows beside ${STORED} customers, at 1/${device.cpu} of the machine's speed`);
      await measure(path, device.cpu);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(path: string, cpu: number): Promise<void> {
  const book = await BookProcess.open({ customers: STORED, others: 0 });
  const browser = await AppBrowser.start(DESKTOP);
  try {
    const app = await browser.open();
    await download(app, book, 'worker');
    await allInMemory(app.page);
    await browser.setOffline(true);
    await app.slowDown(cpu);
    await app.proveProbe();
    const memory = await app.heapMb();
    const dialog = await openImport(app.page);
    const input = dialog.locator('input[type="file"]');
    await input.waitFor({ state: 'attached' });
    const extensions = dialog.getByRole('region', { name: /have an extension$/ });
    await step(app, 'file to preview, all rows checked', async () => {
      await input.setInputFiles(path);
      await ready(dialog, ROWS - ROWS / 10);
    });
    await step(app, 'one decision for a tenth of the rows', async () => {
      await extensions.getByRole('button', { name: /^Correct all/ }).click();
      await ready(dialog, ROWS);
    });
    await step(app, 'one row left out', async () => {
      await dialog.getByRole('checkbox').first().click();
      await ready(dialog, ROWS - 1);
    });
    await step(app, 'scrolling through the rows', async () => {
      for (let n = 0; n < 40; n += 1) {
        await app.page.mouse.move(640, 400);
        await app.page.mouse.wheel(0, 2_000);
        await app.page.waitForTimeout(30);
      }
    });
    console.log(`the preview holds ${((await app.heapMb()) - memory).toFixed(1)} MB`);
    await step(app, 'import begun, to half of the rows', async () => {
      await dialog.getByRole('button', { name: /^Import .* customers$/ }).click();
      await halfDone(dialog);
    });
    await app.page.reload();
    await app.page.getByText(/^An import of clients\.csv was stopped after/).waitFor({ timeout: LIMIT_MS });
    await step(app, 'the rest after a closed page', async () => {
      await app.page.getByRole('button', { name: 'Continue' }).click();
      await importDialog(app.page)
        .getByText(/^Imported .* customers from clients\.csv/)
        .waitFor({ timeout: LIMIT_MS });
    });
    const said = await importDialog(app.page)
      .getByText(/^Imported/)
      .textContent();
    console.log(
      `${said} The page then holds ${((await app.heapMb()) - memory).toFixed(1)} MB more than before`,
    );
  } finally {
    await browser.close();
    await book.close();
  }
}

async function step(app: MeasuredPage, name: string, act: () => Promise<void>): Promise<void> {
  await app.clearProbe();
  const begun = Date.now();
  await act();
  const seconds = (Date.now() - begun) / 1000;
  const tasks = (await app.probe()).longTasks.map(({ ms }) => ms);
  const longest = tasks.length === 0 ? 'none over 50 ms' : `${Math.max(...tasks).toFixed(0)} ms`;
  console.log(`${name}: ${seconds.toFixed(1)} s, longest task ${longest} (${tasks.length} over 50 ms)`);
}

/** Waits until `count` rows can be imported and no check is running. */
async function ready(dialog: Locator, count: number): Promise<void> {
  const begin = dialog.getByRole('button', { name: `Import ${count.toLocaleString('en-US')} customers` });
  await begin.and(dialog.locator(':not([data-loading])')).waitFor({ timeout: LIMIT_MS });
}

async function halfDone(dialog: Locator): Promise<void> {
  await dialog.getByRole('progressbar', { name: 'Imported rows' }).waitFor({ timeout: LIMIT_MS });
  await dialog.page().waitForFunction(
    () => {
      const bar = document.querySelector('progress');
      return bar !== null && bar.value >= bar.max / 2;
    },
    null,
    { timeout: LIMIT_MS, polling: 50 },
  );
}

function fileOf(count: number): string {
  const lines = Array.from({ length: count }, (_, n) => {
    const email = n % 10 === 1 ? '' : `ida.${n}@clients.test`;
    const extension = n % 10 === 2 ? ` ext. ${n}` : '';
    return `Ida${n},Import,${email},(208) ${2_000_000 + n}${extension},"${n} Main St, Rear",Boise,ID,83702,Residential`;
  });
  return ['First Name,Last Name,E-mail,Phone,Street,City,State,ZIP,Type', ...lines].join('\r\n');
}
