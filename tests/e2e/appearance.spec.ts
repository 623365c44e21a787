import type { Locator } from '@playwright/test';
import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';

const NAVIGATION = { name: 'Main' } as const;

/**
 * Where the color of a chip's words or of a priority's bars lies on the wheel, in degrees: red 0, green 120, blue 240.
 */
async function hueOf(element: Locator): Promise<number> {
  const color = await element.evaluate((node) =>
    node.hasAttribute('data-level')
      ? getComputedStyle(node, '::before').backgroundImage
      : getComputedStyle(node).color,
  );
  const [r = 0, g = 0, b = 0] = (/rgb\((.*?)\)/.exec(color)?.[1]?.split(',') ?? []).map(Number);
  return Math.round((Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI + 360) % 360;
}

async function centreOf(element: Locator): Promise<{ x: number; y: number; width: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

// @spec 2.33 3.29 9.2 9.3
test('on a computer the navigation is there from the start and for good, 240 px wide', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  const side = page.getByRole('navigation', NAVIGATION);
  for (const title of ['Customers', 'Estimates', 'Dashboard']) {
    await side.getByRole('link', { name: title }).click();
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
  await expect(page.getByRole('navigation', NAVIGATION)).toBeHidden();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const drawer = page.getByRole('dialog', { name: 'Navigation' });
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(240);
  await drawer.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect(drawer).toHaveCount(0);
});

// @spec 2.45 4.17 4.18 9.14 D1.29
test('the primary color is #1976d2, and tones have the specified colors', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn();
  await upToDate(page);
  await expect(page.getByRole('button', { name: 'Add Customer' })).toHaveCSS(
    'background-color',
    'rgb(25, 118, 210)',
  );
  // Which status and which priority has which tone is shown by tests/ui/status-chip.test.tsx.
  const hues = { green: [90, 160], orange: [15, 45], blue: [195, 225], red: [345, 365] } as const;
  await page.goto('/projects');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  for (const [tone, [from, to]] of Object.entries(hues)) {
    const toned = page.locator(`td [data-tone="${tone}"]`);
    await expect(toned.first()).toBeVisible();
    for (const shown of await toned.all()) {
      const hue = await hueOf(shown);
      expect([tone, hue >= from && hue <= to]).toEqual([tone, true]);
    }
  }
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
