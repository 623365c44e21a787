import type { Page, Route } from '@playwright/test';
import { findings } from './support/axe.ts';
import { DEMO_USER } from './support/companion.ts';
import { addCustomer, newCustomer, offlineReady, syncStatus, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { BY_HAND, offerInstall, prompts, withFingers } from './support/installing.ts';
import { openAccountMenu } from './support/log-out.ts';
import { submitSignIn } from './support/sign-in.ts';

const SAVED = /^Saved on this device\. Install the app/;
const SENT = /^Everything is sent\. Install the app/;

async function chooseInstall(page: Page): Promise<void> {
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Install app' }).click();
}

for (const [size, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
})) {
  test(`after the first save without a connection the app proposes to be installed, once: ${size}`, {
    tag: size === 'phone' ? INSTALLED : [INSTALLED, VARIANT],
  }, async ({ page, context, signIn }) => {
    await page.setViewportSize(viewport);
    await signIn();
    await upToDate(page);
    await offerInstall(page);
    await offlineReady(page);
    await context.setOffline(true);
    await addCustomer(page, newCustomer(1));
    const card = page.getByRole('region', { name: 'Install app' });
    await expect(card).toContainText(SAVED);
    await expect(page.getByRole('button', { name: 'Add Customer' }).first()).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await card.getByRole('button', { name: 'Not now' }).click();
    await addCustomer(page, newCustomer(2));
    await page.reload();
    await offerInstall(page);
    await addCustomer(page, newCustomer(3));
    await expect(syncStatus(page)).toContainText('3');
    await expect(card).toHaveCount(0);

    await chooseInstall(page);
    await expect.poll(() => prompts(page)).toBe(1);
    await openAccountMenu(page);
    await expect(page.getByRole('menuitem', { name: 'Install app' })).toHaveCount(0);
  });
}

test('the proposal installs the app with one press', { tag: INSTALLED }, async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await offerInstall(page);
  await offlineReady(page);
  await context.setOffline(true);
  await addCustomer(page, newCustomer(1));
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  expect(await prompts(page)).toBe(1);
  await expect(page.getByText(SAVED)).toHaveCount(0);
});

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

for (const [device, { steps, place }] of Object.entries({
  iPhone: { steps: 3, place: 'Share at the bottom of Safari' },
  iPad: { steps: 3, place: 'Share at the top of Safari' },
  'Firefox on Android': { steps: 2, place: 'Menu in Firefox' },
})) {
  test.describe(`on ${device}`, { tag: device === 'iPad' ? [VARIANT] : [] }, () => {
    test.use(BY_HAND[device as keyof typeof BY_HAND]);

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
      await expect(guide.getByRole('listitem')).toHaveCount(steps);
      await expect(guide).toContainText(place);
      const behind = guide.getByText('1 change is not on the server yet');
      await expect(behind).toHaveCount(device === 'Firefox on Android' ? 0 : 1);
      expect(await findings(page)).toEqual([]);
      await guide.getByRole('button', { name: 'Done' }).tap();
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();

      await context.setOffline(false);
      await upToDate(page);
      const card = page.getByRole('region', { name: 'Install app' });
      await expect(card).toContainText(device === 'Firefox on Android' ? SAVED : SENT);
      expect(await findings(page)).toEqual([]);
      await card.getByRole('button', { name: 'Install' }).tap();
      await expect(guide).toContainText(place);
      await expect(behind).toHaveCount(0);
    });
  });
}
