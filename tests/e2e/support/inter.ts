import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const FILE = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Draws a page in Inter, as from a person's second visit on. The app itself never changes a font once there is text. */
export async function drawInInter(page: Page): Promise<void> {
  const bytes = (await readFile(FILE)).toString('base64');
  await page.evaluate(async (font) => {
    const buffer = Uint8Array.from(atob(font), (char) => char.charCodeAt(0));
    document.fonts.add(await new FontFace('Inter', buffer, { weight: '100 900' }).load());
    await document.fonts.ready;
  }, bytes);
}
