import { createHash } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { DEMO_USER } from './companion.ts';
import type { Server } from './server.ts';

const PHOTOS_PATH = '/api/v1/attachments/attachments/';

export interface HeldPhoto {
  readonly id: number;
  readonly sha256: string;
  readonly thumb_sha256: string;
  readonly room: string;
  readonly label: string;
  readonly caption: string;
}

/** Returns the photos of a work order on the server. */
export async function photosOn(server: Server, workOrder: number): Promise<HeldPhoto[]> {
  const { body } = await server.api(`${PHOTOS_PATH}?work_order=${workOrder}`);
  return (body as { results: HeldPhoto[] }).results;
}

/** Returns the hash of the bytes that the server gives out under this name. */
export async function hashOnServer(server: Server, sha256: string): Promise<string> {
  const signedIn = await fetch(`${server.url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_USER),
  });
  const { access } = (await signedIn.json()) as { access: string };
  const answer = await fetch(`${server.url}/api/v1/files/${sha256}/`, {
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}

/** Draws a wall with a damp stain, at another place in each photo. A picture of one color would count as a failed copy. */
async function photoFiles(
  page: Page,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const numbers = Array.from({ length: count }, (_, n) => first + n);
  const drawn = await page.evaluate(async (wanted) => {
    const files: string[] = [];
    for (const n of wanted) {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = n % 3 === 2 ? [1200, 1600] : [1600, 1200];
      const { width, height } = canvas;
      const context = canvas.getContext('2d');
      if (!context) throw new Error('No canvas');
      const wall = context.createLinearGradient(0, 0, width, height);
      wall.addColorStop(0, ['#d9d2c3', '#c8d4d9', '#d8c9bd'][n % 3] ?? '');
      wall.addColorStop(1, '#8f8a80');
      context.fillStyle = wall;
      context.fillRect(0, 0, width, height);
      context.fillStyle = '#6b5138';
      context.fillRect(0, height * 0.78, width, height * 0.22);
      context.fillStyle = '#5c4a2f88';
      context.beginPath();
      context.ellipse(width * (0.3 + 0.15 * (n % 4)), height * 0.7, width * 0.22, height * 0.2, 0, 0, 7);
      context.fill();
      context.fillStyle = '#222222';
      context.fillText(String(n), 20, 20);
      files.push(canvas.toDataURL('image/jpeg', 0.9).replace(/^.*,/, ''));
    }
    return files;
  }, numbers);
  return drawn.map((base64, n) => ({
    name: `IMG_${first + n + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(base64, 'base64'),
  }));
}

export function tiles(page: Page): Locator {
  return page.getByRole('button', { name: /^Open (?:Photo|Before|After|Damage)/ });
}

/** @param first the number of the first picture: equal numbers make equal pictures, which a record takes only once */
export async function chooseFromGallery(page: Page, count: number, first = 0): Promise<void> {
  const files = await photoFiles(page, { first, count });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'From gallery' }).click();
  await (await chooser).setFiles(files);
}

/** Opens the photos of a work order. */
export async function openPhotos(page: Page, workOrder: number): Promise<void> {
  await page.goto(`/work-orders/${workOrder}?tab=photos`);
  await page.getByRole('heading', { level: 2, name: 'Photos' }).waitFor();
}
