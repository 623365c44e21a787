import type { Locator, Page } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';

const NAVIGATION = { name: 'Main' } as const;

/** Where a color lies on the wheel, in degrees: red 0, green 120, blue 240. */
async function hueOf(element: Locator): Promise<number> {
  const color = await element.evaluate((node) => getComputedStyle(node).color);
  const [r = 0, g = 0, b = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return Math.round((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360;
}

async function centreOf(element: Locator): Promise<{ x: number; y: number; width: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

async function lists(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
}

// @spec 2.33 3.29 9.2 9.3
test('on a computer the navigation is there from the start and for good, 240 px wide', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  const side = page.getByRole('complementary');
  for (const title of ['Customers', 'Estimates', 'Dashboard']) {
    await page.getByRole('navigation', NAVIGATION).getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await side.boundingBox()).toMatchObject({ x: 0, width: 240, height: 900 });
    await expect(page.getByRole('button', { name: 'Open navigation' })).toBeHidden();
  }
});

// @spec 2.32
test('on a phone the navigation is a drawer that the menu button opens, over the page and for a while', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn();
  await expect(page.getByRole('complementary')).toBeHidden();
  await expect(page.getByRole('navigation', NAVIGATION)).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await drawer.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
});

// @spec 9.14
test('the primary color is #1976d2', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign In' });
  await expect(button).toHaveCSS('background-color', 'rgb(25, 118, 210)');
});

// @spec 2.45 4.17 4.18 D1.29
test('statuses and priorities have the specified colors, and say in words what they are', async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await upToDate(page);
  const hues = {
    green: [90, 160],
    orange: [15, 45],
    blue: [195, 225],
    red: [345, 365],
  } as const;
  const chips = [
    ['/customers?status=active', 'Active', 'green'],
    ['/projects?status=pending', 'Pending', 'orange'],
    ['/projects?status=in_progress', 'In Progress', 'blue'],
    ['/projects?status=on_hold', 'On Hold', 'red'],
    ['/projects?status=completed', 'Completed', 'green'],
    ['/projects?sort=priority', 'Low', 'green'],
    ['/projects?sort=-priority', 'High', 'red'],
  ] as const;
  for (const [path, words, color] of chips) {
    await lists(page, path);
    const chip = page.getByRole('cell', { name: words, exact: true }).first().locator('[data-tone]');
    const [from, to] = hues[color];
    const hue = await hueOf(chip);
    expect([words, hue >= from && hue <= to]).toEqual([words, true]);
  }
  await lists(page, '/projects');
  const medium = page.getByRole('cell', { name: 'Medium', exact: true }).first().locator('[data-tone]');
  expect(await hueOf(medium)).toBeLessThanOrEqual(hues.orange[1]);
  expect(await hueOf(medium)).toBeGreaterThanOrEqual(hues.orange[0]);
});

// @spec 2.62 9.10 9.11
test('a form’s dialog is of medium width, wider than a question; a report’s is large', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  await form.getByLabel('First Name').fill('Nora');
  const { width } = await centreOf(form);
  await form.getByRole('button', { name: 'Cancel' }).click();
  const question = await centreOf(page.getByRole('dialog', { name: 'Discard your changes?' }));
  expect(width).toBe(672);
  expect(question.width).toBeLessThan(width);
  await page.goto('/reports?report=customer-summary');
  expect((await centreOf(page.getByRole('dialog', { name: 'Customer Summary' }))).width).toBe(960);
});

test.describe('while a screen is on its way', () => {
  // @spec 2.25
  test('a spinner turns in the middle', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // From the beginning: the app may fetch what a person is likely to open next before they do.
    await page.route('**/assets/dashboard-*.js', () => {});
    await signIn();
    await page.getByRole('navigation', NAVIGATION).getByRole('link', { name: 'Dashboard' }).click();
    const spinner = page.getByRole('status', { name: 'Loading' }).locator('.mantine-Loader-root');
    await expect(spinner).toBeVisible();
    const [at, main] = [await centreOf(spinner), await centreOf(page.getByRole('main'))];
    expect(Math.abs(at.x - main.x)).toBeLessThan(2);
    expect(at.y).toBeGreaterThan(900 / 4);
    expect(at.y).toBeLessThan((900 * 3) / 4);
  });
});
