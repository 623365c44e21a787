import { mkdir, writeFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';

const HEADER = 'First Name,Last Name,E-mail,Phone,Street,City,State,ZIP,Type,Notes';

/** The file name of a made-up import. */
export const CLIENTS = 'clients.csv';

/** Returns the lines of `count` new customers. */
export function clientRows(count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const phone = `(208) ${String(2_000_000 + n)}`;
    return `Ida${n},Import,ida.${n}@clients.test,${phone},"${n} Main St, Rear",Boise,ID,83702,Residential,called twice`;
  });
}

/**
 * Writes the file to the disk. If the test passed its content, the page would decode it in an extra task, which users
 * do not have.
 */
async function clientsFile(rows: readonly string[]): Promise<string> {
  const info = test.info();
  await mkdir(info.outputDir, { recursive: true });
  const path = info.outputPath(CLIENTS);
  await writeFile(path, [HEADER, ...rows].join('\r\n'));
  return path;
}

export function importDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Import customers' });
}

/** Opens the import from the list of customers. On a phone, its button is among the filters. */
export async function openImport(page: Page): Promise<Locator> {
  const filters = page.getByRole('button', { name: 'Filters', exact: true });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await filters.click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  return importDialog(page);
}

/** Chooses a file, and waits for its preview with all rows checked. */
export async function toRows(dialog: Locator, rows: readonly string[]): Promise<void> {
  await chooseFile(dialog, await clientsFile(rows));
  await expect(dialog.getByRole('button', { name: /^Import .* customers?$/ })).toBeEnabled();
}

export async function chooseFile(dialog: Locator, path: string): Promise<void> {
  await dialog.locator('input[type="file"]').setInputFiles(path);
}
