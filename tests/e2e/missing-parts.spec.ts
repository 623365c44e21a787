import type { Page } from '@playwright/test';
import { DEMO_USER } from './support/companion.ts';
import { expect, test } from './support/fixtures.ts';

/** Files of this name cannot be fetched while `work` goes on, as on a connection that breaks off. */
async function without(page: Page, file: string, work: () => Promise<void>, type = 'js'): Promise<void> {
  const path = `**/assets/${file}-*.${type}`;
  await page.route(path, (route) => route.abort());
  await work();
  await page.unroute(path);
}

async function reload(page: Page): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
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

test('where a style sheet could not be fetched, no part that needs it is drawn without, until a reload', async ({
  page,
  signIn,
}) => {
  await signIn();
  const alert = page.getByText('This part of the app could not be loaded.');
  await without(
    page,
    'shared',
    async () => {
      await page.getByRole('button', { name: 'Add Customer' }).click();
      await page.getByRole('button', { name: 'Not now' }).click();
    },
    'css',
  );
  await page.keyboard.press('?');
  await expect(alert).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Add Customer' }).click();
  await expect(page.getByRole('dialog', { name: /Customer/ })).toBeVisible();
});

test('a phone shows the first records of a list before it has what scrolls through all of them', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  let goOn = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/assets/measured-cards-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await signIn();
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit/ }) });
  await expect(cards.nth(3)).toBeVisible();
  const drawn = await cards.count();
  await expect(cards.first()).toHaveAttribute('aria-posinset', '1');
  goOn();
  await expect.poll(() => cards.count()).toBeGreaterThan(drawn);
  // Cards are measured as they are drawn, and the rest is still being read: the end may move on under who goes there.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const total = await cards.last().getAttribute('aria-setsize', { timeout: 1000 });
    await expect(page.locator(`[aria-posinset="${total}"]`)).toBeInViewport({ timeout: 1000 });
  }).toPass();
});
