import { expect, type Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { INSTALLED, test } from './support/fixtures.ts';
import { Looks } from './support/looks.ts';
import { lost, lostWhenLarge, lostWhenNarrow, smallTargets } from './support/measured.ts';
import { chooseFromGallery, hashOnServer, openPhotos, photosOn, tiles } from './support/photos.ts';
import { runOnce } from './support/run-once.ts';
import { TAB_ENDS } from './support/tabs.ts';

runOnce();

const viewer = (page: Page) => page.getByRole('dialog', { name: /^\d+ of \d+$/ });

test.describe('on a server that keeps files', () => {
  test.use({ serverEnv: { EXTENSIONS: 'all' } });

  test('[F1] photos taken without a connection are kept, and are the same on the server later', {
    tag: INSTALLED,
  }, async ({ page, context, server, signIn }) => {
    const [id = 0] = await planDay(server);
    await signIn();
    await upToDate(page);
    await openPhotos(page, id);
    await offlineReady(page);
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel('Room').fill('Kitchen');
    await page.getByLabel('Label').selectOption('Before');
    await chooseFromGallery(page, 3);
    await expect(tiles(page)).toHaveCount(3);
    await expect(page.getByText('Waiting', { exact: true })).toHaveCount(3);
    // The small pictures are on the device.
    const shown = tiles(page).locator('img');
    await expect(shown).toHaveCount(3);
    for (const picture of await shown.all())
      await expect
        .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0);

    await context.setOffline(false);
    await upToDate(page);
    await expect(page.getByText('On the server', { exact: true })).toHaveCount(3);
    const held = await photosOn(server, id);
    expect(held.map(({ room, label }) => ({ room, label }))).toEqual(
      Array(3).fill({ room: 'Kitchen', label: 'before' }),
    );
    for (const { sha256, thumb_sha256: thumb } of held) {
      expect(await hashOnServer(server, sha256)).toBe(sha256);
      expect(await hashOnServer(server, thumb)).toBe(thumb);
    }
    expect(new Set(held.map(({ sha256 }) => sha256)).size).toBe(3);
  });

  test('a caption is changed in the viewer, and a deletion comes back with Undo', async ({
    page,
    server,
    signIn,
  }) => {
    const [id = 0] = await planDay(server);
    await signIn();
    await upToDate(page);
    await openPhotos(page, id);
    await chooseFromGallery(page, 2);
    await expect(page.getByText('On the server', { exact: true })).toHaveCount(2);
    await tiles(page).first().click();
    await viewer(page).getByRole('button', { name: 'Edit caption, room and label' }).click();
    await viewer(page).getByLabel('Caption').fill('Under the sink');
    await viewer(page).getByRole('button', { name: 'Done' }).click();
    await expect(viewer(page).getByText('Photo: Under the sink')).toBeVisible();
    await viewer(page).getByRole('button', { name: 'Delete photo' }).click();
    await expect(viewer(page)).toHaveAccessibleName('1 of 1');
    await viewer(page).getByRole('button', { name: 'Undo' }).click();
    await expect(viewer(page)).toHaveAccessibleName('1 of 2');
    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await upToDate(page);
    expect((await photosOn(server, id)).map(({ caption }) => caption).sort()).toEqual(['', 'Under the sink']);

    await tiles(page).nth(1).click();
    await page.goBack();
    await expect(tiles(page).nth(1)).toBeFocused();
    await tiles(page).first().click();
    await viewer(page).getByRole('button', { name: 'Delete photo' }).click();
    await viewer(page).getByRole('button', { name: 'Close' }).click();
    await expect(tiles(page)).toHaveCount(1);
    await expect.poll(async () => (await photosOn(server, id)).length).toBe(1);
  });

  test('[F17] a page that dies with the camera open says at the next start where to look', async ({
    page,
    context,
    server,
    signIn,
  }) => {
    const [id = 0] = await planDay(server);
    await signIn();
    await upToDate(page);
    await openPhotos(page, id);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Take photo' }).click();
    await chooser;
    await expect.poll(() => notesOf(page)).toBe(1);
    await TAB_ENDS.crashed(page);
    const next = await context.newPage();
    await next.goto('/dashboard');
    const notice = next.getByRole('region', { name: 'Photos that may be missing' });
    await expect(notice).toContainText('The last photo may be in the gallery of this phone');
    expect(await findings(next)).toEqual([]);
    await notice.getByRole('button', { name: 'Open photos' }).click();
    await expect(next.getByRole('button', { name: 'From gallery' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  for (const [where, device] of [
    ['a phone by day', { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true }],
    ['a desktop in the dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ] as const) {
    test.describe(where, () => {
      test.use(device);
      test('nothing is wrong with the photos, the viewer, Sync and Settings', {
        tag: INSTALLED,
      }, async ({ page, context, server, signIn }) => {
        const measures =
          'hasTouch' in device
            ? [findings, lost, smallTargets, lostWhenNarrow, lostWhenLarge]
            : [findings, lost];
        const looks = new Looks(page, measures);
        const [id = 0] = await planDay(server);
        await signIn();
        await upToDate(page);
        await page.goto('/settings');
        await page.getByRole('radio', { name: 'Always' }).waitFor();
        await looks.look('settings');
        await openPhotos(page, id);
        await page.getByText('No photos on this device yet.').waitFor();
        await looks.look('no photos');
        await page.getByLabel('Room').fill('Kitchen and dining room');
        await page.getByLabel('Label').selectOption('Damage');
        await chooseFromGallery(page, 3);
        await expect(page.getByText('On the server', { exact: true })).toHaveCount(3);
        await looks.look('photos');
        await tiles(page).first().click();
        await viewer(page).locator('img').waitFor();
        await looks.look('viewer');
        await viewer(page).getByRole('button', { name: 'Edit caption, room and label' }).click();
        await viewer(page).getByLabel('Caption').fill('Under the sink, behind the dishwasher');
        await looks.look('viewer, edit');
        await page.keyboard.press('Escape');
        // The first Escape saves and leaves the form.
        await expect(viewer(page).getByLabel('Caption', { exact: true })).toHaveCount(0);
        await viewer(page)
          .getByText(/behind the dishwasher$/)
          .waitFor();
        await page.keyboard.press('Escape');
        await expect(viewer(page)).toHaveCount(0);
        await upToDate(page);
        await offlineReady(page);
        await context.setOffline(true);
        await chooseFromGallery(page, 2);
        await expect(tiles(page)).toHaveCount(5);
        await page.getByRole('link', { name: /waiting/ }).click();
        await page.getByText(/^2 photos.* wait\./).waitFor();
        await looks.look('sync');
        await context.setOffline(false);
        looks.expectNothing(6);
      });
    });
  }
});

test('a server that keeps no files is explained, and nothing is taken', async ({ page, server, signIn }) => {
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  await page.goto(`/work-orders/${id}`);
  await page.getByRole('link', { name: 'Photos' }).click();
  await expect(page.getByText('This server keeps no files.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'From gallery' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

function notesOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    let count = 0;
    for (const name of names) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      if (db.objectStoreNames.contains('meta')) {
        const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
          const request = db.transaction('meta').objectStore('meta').getAllKeys();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        count += keys.filter((key) => typeof key === 'string' && key.startsWith('taking:')).length;
      }
      db.close();
    }
    return count;
  });
}
