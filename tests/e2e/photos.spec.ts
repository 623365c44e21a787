import { expect, type Page } from '@playwright/test';
import { findings } from './support/axe.ts';
import { undoIsOver } from './support/clocks.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { INSTALLED, test } from './support/fixtures.ts';
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
    await undoIsOver(page);
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
