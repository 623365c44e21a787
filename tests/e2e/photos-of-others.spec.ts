import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { findings } from './support/axe.ts';
import { undoIsOver } from './support/clocks.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { enterName, planDay } from './support/day.ts';
import { INSTALLED, test } from './support/fixtures.ts';
import { chooseFromGallery, openPhotos, tiles } from './support/photos.ts';
import { runOnce } from './support/run-once.ts';
import { signIn as signInOn } from './support/sign-in.ts';

runOnce();

const viewer = (page: Page) => page.getByRole('dialog', { name: /^\d+ of \d+$/ });

async function editCaption(page: Page, text: string): Promise<void> {
  await tiles(page).first().click();
  await viewer(page).getByRole('button', { name: 'Edit caption, room and label' }).click();
  await viewer(page).getByLabel('Caption').fill(text);
  await viewer(page).getByRole('button', { name: 'Done' }).click();
  await viewer(page).getByRole('button', { name: 'Close' }).click();
}

async function showsPictures(page: Page, count: number): Promise<void> {
  const shown = tiles(page).locator('img');
  await expect(shown).toHaveCount(count);
  for (const picture of await shown.all())
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
}

test.describe('on a server that keeps files', () => {
  test.use({ serverEnv: { EXTENSIONS: 'all' } });

  test('[F27, F22, F24] the office sees a technician’s photos, also without a connection, and what each changes', {
    tag: INSTALLED,
  }, async ({ page: office, context, browser, server, signIn }) => {
    const [id = 0] = await planDay(server);
    const device = await browser.newContext({ baseURL: server.url });
    const phone = await device.newPage();
    await signInOn(phone);
    await upToDate(phone);
    await openPhotos(phone, id);
    await chooseFromGallery(phone, 3);
    await expect(phone.getByText('On the server', { exact: true })).toHaveCount(3);

    await signIn();
    await upToDate(office);
    await openPhotos(office, id);
    await showsPictures(office, 3);
    await expect(office.getByText(/^The list of photos is as of/)).toBeVisible();
    expect(await findings(office)).toEqual([]);

    await offlineReady(office);
    await context.setOffline(true);
    await office.reload();
    await showsPictures(office, 3);
    await expect(office.getByText(/^There may be more photos on the server\./)).toBeVisible();
    expect(await findings(office)).toEqual([]);
    await context.setOffline(false);
    await upToDate(office);

    await editCaption(phone, 'Under the sink');
    await expect(office.getByText('Under the sink')).toBeVisible();
    await editCaption(office, 'Under the sink, behind the dishwasher');
    await expect(phone.getByText('behind the dishwasher')).toBeVisible();

    await tiles(phone).first().click();
    await viewer(phone).getByRole('button', { name: 'Delete photo' }).click();
    await viewer(phone).getByRole('button', { name: 'Close' }).click();
    await expect(tiles(phone)).toHaveCount(2);
    await undoIsOver(phone);
    await expect(tiles(office)).toHaveCount(2);
    await device.close();
  });

  test('[F24] photos of my jobs of today are here before they are opened', {
    tag: INSTALLED,
  }, async ({ page, context, browser, server, signIn }) => {
    const [id = 0] = await planDay(server);
    const device = await browser.newContext({ baseURL: server.url });
    const other = await device.newPage();
    await signInOn(other);
    await upToDate(other);
    await openPhotos(other, id);
    await chooseFromGallery(other, 2);
    await expect(other.getByText('On the server', { exact: true })).toHaveCount(2);
    await device.close();

    await signIn();
    await enterName(page);
    await page.goto('/today');
    await upToDate(page);
    await offlineReady(page);
    await expect.poll(() => picturesOn(page)).toBe(2);
    await context.setOffline(true);
    await openPhotos(page, id);
    await showsPictures(page, 2);
  });
});

/** Counts the files whose bytes are on the device. */
function picturesOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter(
      (one) => !one.name?.endsWith('accounts'),
    );
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('not opened', { cause: request.error }));
    });
    try {
      return await new Promise<number>((resolve, reject) => {
        const count = db.transaction('fileBytes').objectStore('fileBytes').count();
        count.onsuccess = () => resolve(count.result);
        count.onerror = () => reject(new Error('not counted', { cause: count.error }));
      });
    } finally {
      db.close();
    }
  });
}
