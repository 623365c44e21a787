import type { Page, Route } from '@playwright/test';
import { findings } from './support/axe.ts';
import { DEMO_USER } from './support/companion.ts';
import { addCustomer, newCustomer, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { BY_HAND, offerInstall, prompts, withFingers } from './support/installing.ts';
import { openAccountMenu } from './support/log-out.ts';
import { submitSignIn } from './support/sign-in.ts';

async function chooseInstall(page: Page): Promise<void> {
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Install app' }).click();
}

test('what the browser offers at the sign-in is there after it', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await page.waitForURL('**/login');
  await offerInstall(page);
  await submitSignIn(page, DEMO_USER);
  await page.waitForURL('**/dashboard');
  await chooseInstall(page);
  await expect.poll(() => prompts(page)).toBe(1);
});

test('what the browser offers while the app is being loaded is there when it stands', async ({
  page,
  signIn,
}) => {
  await signIn();
  const offer = async (route: Route): Promise<void> => {
    await offerInstall(page);
    await route.continue();
  };
  // The script with the app's start comes before all others of this name.
  await page.route('**/assets/app-*.js', offer, { times: 1 });
  await page.reload();
  await upToDate(page);
  await chooseInstall(page);
  await expect.poll(() => prompts(page)).toBe(1);
});

test.describe('on an iPhone', () => {
  test.use(BY_HAND.iPhone);

  test('the steps are shown, and what would stay behind is said', { tag: INSTALLED }, async ({
    page,
    context,
    signIn,
  }) => {
    await withFingers(page);
    await signIn();
    await upToDate(page);
    await offlineReady(page);
    await context.setOffline(true);
    await addCustomer(page, newCustomer(1));
    await chooseInstall(page);
    const guide = page.getByRole('dialog', { name: 'Install app' });
    await expect(guide.getByRole('listitem')).toHaveCount(3);
    await expect(guide).toContainText('Share at the bottom of Safari');
    const behind = guide.getByText('1 change is not on the server yet');
    await expect(behind).toHaveCount(1);
    expect(await findings(page)).toEqual([]);
    await guide.getByRole('button', { name: 'Done' }).tap();
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();

    await context.setOffline(false);
    await upToDate(page);
    const card = page.getByRole('region', { name: 'Install app' });
    await expect(card).toContainText(/^Everything is sent\. Install the app/);
    expect(await findings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Install' }).tap();
    await expect(behind).toHaveCount(0);
  });
});
