import type { Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { upToDate } from './support/customers.ts';
import { planDay } from './support/day.ts';
import { expect, test } from './support/fixtures.ts';
import { chooseFromGallery, photosOn, tiles } from './support/photos.ts';

/** Files of this name cannot be fetched while `work` goes on, as on a connection that breaks off. */
async function without(page: Page, file: string, work: () => Promise<void>, type = 'js'): Promise<void> {
  const path = `**/assets/${file}-*.${type}`;
  await page.route(path, (route) => route.abort());
  await work();
  await page.unroute(path);
}

/** Waits for the new page: Chromium routes nothing in a page that was on its way when the route was set. */
async function reload(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await loaded;
}

test('what cannot be fetched says so, with a button that loads the page anew', async ({ page }) => {
  const alert = page.getByRole('alert');
  await without(page, 'login', async () => {
    await page.goto('/login');
    await expect(alert).toContainText('Restoration CRM could not be loaded.');
  });
  await reload(page);

  const signIn = async (): Promise<void> => {
    await page.getByLabel('Username').fill(DEMO_USER.username);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_USER.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  await without(page, 'app', async () => {
    await signIn();
    await expect(alert).toContainText('Login failed: a part of the app could not be loaded.');
  });
  await reload(page);
  await expect(page.getByLabel('Username')).toHaveValue('');

  await without(page, 'dashboard', async () => {
    await signIn();
    await expect(alert).toContainText('This part of the app could not be loaded.');
    await expect(page.getByRole('link', { name: 'Customers' })).toBeVisible();
  });
  await reload(page);
  await expect(page.getByText('Welcome back, demo!')).toBeVisible();
});

test('a style sheet that could not be fetched is requested again by the part that needs it next', async ({
  page,
  signIn,
}) => {
  await signIn();
  await without(
    page,
    'shared',
    async () => {
      await page.getByRole('button', { name: 'Add Customer' }).click();
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Not now' }).click();
    },
    'css',
  );
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await expect(dialog).toBeVisible();
  // Without its style sheet a dialog is as wide as what it lies in, behind the page.
  const { width = 0 } = (await dialog.boundingBox()) ?? {};
  expect(width).toBeLessThan(700);
});

test.describe('on a server that keeps files', () => {
  test.use({ serverEnv: { EXTENSIONS: 'all' } });

  test('photos whose code cannot be fetched say so, and none is lost', async ({ page, server, signIn }) => {
    const [id = 0] = await planDay(server);
    await signIn();
    await upToDate(page);
    await without(page, 'photos', async () => {
      await page.goto(`/work-orders/${id}?tab=photos`);
      await expect(page.getByText(/^This part of the app could not be loaded\./)).toBeVisible();
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await without(page, 'prepare.worker', async () => {
      await chooseFromGallery(page, 1);
      await expect(tiles(page)).toHaveCount(1);
      await expect(page.getByText(/^IMG_1\.jpg is kept unchanged, because this browser/)).toBeVisible();
    });
    // The viewer comes with the gallery. What loads when the connection breaks off must not stop it.
    await page.context().setOffline(true);
    await tiles(page).first().click();
    await expect(
      page.getByRole('dialog', { name: '1 of 1' }).getByRole('img', { name: 'Photo' }),
    ).toBeVisible();
    await page.context().setOffline(false);
    await expect.poll(async () => (await photosOn(server, id)).length).toBe(1);
  });
});
