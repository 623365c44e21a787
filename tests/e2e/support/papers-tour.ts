import type { Page } from '@playwright/test';
import { upToDate } from './customers.ts';
import { pressReadings, setUpRoom } from './readings.ts';
import type { Server } from './server.ts';
import { fillSigning, openSigning } from './signing.ts';

interface Tour {
  readonly page: Page;
  readonly server: Server;
  readonly id: number;
  readonly look: (where: string) => Promise<void>;
}

/** Visits a job's documents, how one is signed, and the report for the adjuster. The server keeps no files. */
export async function tourOfPapers({ page, server, id, look }: Tour): Promise<void> {
  await setUpRoom(server, id);
  await upToDate(page);
  const dialog = await openSigning(page, id, async () => look('a document'));
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await dialog.getByText('Type the name of the person who signs.').waitFor();
  await look('signing, with all that is missing');
  await fillSigning(page, dialog, 'Cy Young');
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await page.getByText('The document is signed, and kept on this device.').waitFor();
  await look('a document that was just signed');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: /^Open Work authorization/ }).waitFor();
  await look('documents');
  await page.getByRole('button', { name: /^Open Work authorization/ }).click();
  await page.getByText('This document is as it was signed.').waitFor();
  await look('a signed document');
  await page.goto(`/work-orders/${id}/readings`);
  await pressReadings(page, 'Report for the adjuster');
  await page.getByRole('dialog').getByRole('button', { name: 'Make the report' }).waitFor();
  await look('report for the adjuster');
  await page.keyboard.press('Escape');
}
