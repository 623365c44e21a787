import { expect, test } from './support/fixtures.ts';

test('a browser that keeps nothing is told so in words, before anybody signs in', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('This browser lets the site keep nothing');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});
