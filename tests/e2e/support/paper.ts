import { crc32, deflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { steppedBack } from './back.ts';

/** Returns the text that would be printed, line by line. */
export async function printedText(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.locator('[data-paper] h1').first().waitFor();
  const text = await page.evaluate(() => document.body.innerText);
  await page.emulateMedia({ media: null });
  return text.replaceAll(/\n{2,}/g, '\n').trim();
}

const FORMATS = ['Letter', 'A4'] as const;

/** Returns the number of sheets on which the browser prints a page, in Letter and in A4. */
export async function sheets(page: Page): Promise<number[]> {
  const counts: number[] = [];
  for (const format of FORMATS) {
    const pdf = await page.pdf({ format });
    counts.push(pdf.toString('latin1').match(/\/Type\s*\/Page(?![a-z])/g)?.length ?? 0);
  }
  return counts;
}

/** The company on printed documents, as `setCompany` saves it. */
export const COMPANY = {
  name: 'Lakeside Restoration',
  address: '12 Harbor Street\nAustin, TX 78701',
  phone: '+1-512-555-0100',
  me: 'Maria Sanchez',
};

export async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
}

export async function setCompanyName(page: Page, name: string): Promise<void> {
  await openSettings(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Settings' });
  await dialog.getByLabel('Company Name').fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await steppedBack(page);
}

export async function setCompany(page: Page, logo?: { name: string; mimeType: string; buffer: Buffer }) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Settings' });
  await dialog.getByLabel('Company Name').fill(COMPANY.name);
  await dialog.getByLabel('Company Address').fill(COMPANY.address);
  await dialog.getByLabel('Company Phone').fill(COMPANY.phone);
  await dialog.getByLabel('My Name').fill(COMPANY.me);
  if (logo) {
    await dialog.getByLabel('Logo file').setInputFiles(logo);
    await dialog.getByRole('img', { name: 'The company’s logo' }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await steppedBack(page);
}

/** A PNG of one color. */
export function plainPng(width: number, height: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([25, 118, 210]))]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
