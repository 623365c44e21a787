import { expect, type Page } from '@playwright/test';
import { offlineReady, upToDate } from './customers.ts';
import { planDay } from './day.ts';
import { chooseFromGallery, openPhotos, tiles } from './photos.ts';
import { plant, planted } from './planted.ts';
import type { Server } from './server.ts';

interface Tour {
  readonly page: Page;
  readonly server: Server;
  readonly signIn: () => Promise<void>;
  readonly look: (where: string) => Promise<void>;
}

/**
 * Visits the photos of a job, the viewer, the camera, and what is said about photos that wait. The server keeps files,
 * and the browser has a camera.
 */
export async function tourOfPhotos({ page, server, signIn, look }: Tour): Promise<void> {
  const viewer = page.getByRole('dialog', { name: /^\d+ of \d+$/ });
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Always' }).waitFor();
  await look('settings of photos');
  await openPhotos(page, id);
  await page.getByRole('button', { name: 'Take photo' }).waitFor();
  await look('no photos');
  await page.getByLabel('Room').fill('Kitchen and dining room');
  await page.getByLabel('Label').selectOption('Damage');
  await chooseFromGallery(page, 3);
  await expect(page.getByText('On the server', { exact: true })).toHaveCount(3);
  await look('photos');
  await chooseFromGallery(page, 1);
  await page.getByText('1 photo was here already.').waitFor();
  await look('photos, one chosen again');
  await tiles(page).first().click();
  await viewer.locator('img').waitFor();
  await look('viewer');
  await viewer.getByRole('button', { name: 'Edit caption, room and label' }).click();
  await viewer.getByLabel('Caption').fill('Under the sink, behind the dishwasher');
  await look('viewer, edit');
  // The first Escape saves and leaves the form.
  await page.keyboard.press('Escape');
  await viewer.getByText(/behind the dishwasher$/).waitFor();
  await viewer.getByRole('button', { name: 'Delete photo' }).click();
  await viewer.getByRole('button', { name: 'Undo' }).waitFor();
  await look('viewer, deleted');
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches)) await lookAtCamera(page, look);
  await upToDate(page);
  await offlineReady(page);
  await page.context().setOffline(true);
  await chooseFromGallery(page, 2, 3);
  await page.getByText('They are sent when the app is open and has a connection.').waitFor();
  await expect(page.getByText('Waiting', { exact: true })).toHaveCount(2);
  await look('photos that wait');
  await page.getByRole('link', { name: /waiting/ }).click();
  await page.getByText(/^2 photos.* wait\./).waitFor();
  await look('sync, photos that wait');
  await damageOne(page);
  await page.reload();
  await page.getByRole('button', { name: 'Save or remove it' }).click();
  await page.getByRole('button', { name: 'Save the photo' }).waitFor();
  await look('sync, damaged photo');
  await page.context().setOffline(false);
}

/** Makes a photo that the server has one that is damaged here, and lost there. */
async function damageOne(page: Page): Promise<void> {
  const rows = await planted(page, 'attachments');
  const photo = rows.find(({ serverId }) => serverId !== undefined)?.['view'] as { readonly sha256: string };
  const files = await planted(page, 'files');
  const file = files.find(({ sha256 }) => sha256 === photo.sha256);
  const refusal = { status: 404, body: null, at: 0 };
  await plant(page, { files: [{ ...file, state: 'refused', isDamaged: true, refusal }] });
}

async function lookAtCamera(page: Page, look: Tour['look']): Promise<void> {
  const camera = page.getByRole('dialog', { name: 'Camera' });
  // Below the notice of the deletion, the button would be scrolled up as it is tapped, and the tap land on the next one.
  await expect(page.getByRole('status', { name: 'Saved' })).toBeEmpty();
  await page.getByRole('button', { name: 'Take photo' }).tap();
  await expect
    .poll(() => camera.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth))
    .toBeGreaterThan(0);
  await camera.getByRole('button', { name: 'Take photo' }).tap();
  await camera.getByText('1 photo kept').waitFor();
  await look('camera');
  await page.goBack();
  await expect(camera).toHaveCount(0);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Take photo' }).tap();
  await camera.getByText(/^The app may not use the camera\./).waitFor();
  await look('camera, refused');
  await camera.getByRole('button', { name: 'Close' }).tap();
  await expect(camera).toHaveCount(0);
}
