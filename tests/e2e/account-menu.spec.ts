import { findings } from './support/axe.ts';
import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { enterOn, expectTrapped } from './support/keyboard.ts';
import { openAccountMenu } from './support/log-out.ts';

const FINGER = 44;

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
})) {
  test.describe(`on a ${size} with a touch screen`, () => {
    test.use({ viewport, hasTouch: true });

    test('the account menu lies in the window, its entries are as large as a finger, and About opens', async ({
      page,
      signIn,
    }) => {
      await signIn();
      await upToDate(page);
      const button = page.getByRole('button', { name: 'Account menu' });
      const menu = await openAccountMenu(page);
      await expect(page.getByRole('banner').getByText('demo')).toBeVisible();
      for (const target of [button, ...(await menu.getByRole('menuitem').all())]) {
        const box = await target.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(FINGER);
        expect(box?.width).toBeGreaterThanOrEqual(FINGER);
        expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= viewport.width).toBe(true);
      }
      expect(await findings(page)).toEqual([]);
      await page.touchscreen.tap(20, viewport.height - 20);
      await expect(menu).toHaveCount(0);

      await (await openAccountMenu(page)).getByRole('menuitem', { name: 'About' }).tap();
      const about = page.getByRole('dialog', { name: 'About' });
      await expect(about).toContainText(/Version \d+\.\d+\.\d+/);
      expect(await findings(page)).toEqual([]);
    });
  });
}

// @spec D1.34
test('the account menu and what it opens are used by keyboard alone', async ({ page, signIn }) => {
  await signIn();
  await upToDate(page);
  const button = page.getByRole('button', { name: 'Account menu' });
  const entry = (name: string) => page.getByRole('menuitem', { name });
  await enterOn(page, 'button', 'Account menu');
  await expect(entry('Settings')).toBeFocused();
  await page.keyboard.press('End');
  await expect(entry('Log out')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(entry('Settings')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-expanded', 'false');

  await page.keyboard.press('ArrowDown');
  await expect(entry('Settings')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const about = page.getByRole('dialog', { name: 'About' });
  await expect(about).toBeVisible();
  await expectTrapped(page, about);
  await page.keyboard.press('Escape');
  await expect(about).toHaveCount(0);
  await expect(button).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(entry('Settings')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('All changes sent')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});
