import { expect } from '@playwright/test';
import { findings } from './support/axe.ts';
import { upToDate } from './support/customers.ts';
import { PHONE, planDay } from './support/day.ts';
import { test } from './support/fixtures.ts';
import { lost, lostWhenLarge, lostWhenNarrow, smallTargets } from './support/measured.ts';
import { hashOnServer, openPhotos, photosOn, tiles } from './support/photos.ts';
import { QUIET } from './support/quiet.ts';
import { runOnce } from './support/run-once.ts';

runOnce();
test.use({
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  serverEnv: { EXTENSIONS: 'all' },
  launchOptions: {
    // Chromium’s light shell has no question about permissions.
    args: [...QUIET, '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    executablePath: process.env['TESTED_BROWSER'] ?? '',
  },
});

test('the camera in the app takes a photo with each press', async ({ page, server, signIn }) => {
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  await openPhotos(page, id);
  await page.getByRole('button', { name: 'Take photo' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Camera' });
  const shoot = dialog.getByRole('button', { name: 'Take photo' });
  await shoot.waitFor();
  await expect
    .poll(() => dialog.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth))
    .toBeGreaterThan(0);
  for (const measure of [findings, lost, smallTargets, lostWhenNarrow, lostWhenLarge])
    expect(await measure(page)).toEqual([]);
  for (const count of ['1 photo kept', '2 photos kept', '3 photos kept']) {
    await shoot.tap();
    await expect(dialog.getByText(count)).toBeVisible();
  }
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(3);
  await upToDate(page);
  const held = await photosOn(server, id);
  expect(held).toHaveLength(3);
  for (const { sha256 } of held) expect(await hashOnServer(server, sha256)).toBe(sha256);
});

test('a refused camera says so, and offers the camera app', async ({ page, server, signIn }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  await openPhotos(page, id);
  await page.getByRole('button', { name: 'Take photo' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Camera' });
  await expect(dialog.getByText(/^The app may not use the camera\./)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Use the camera app' }).tap();
  await chooser;
});
