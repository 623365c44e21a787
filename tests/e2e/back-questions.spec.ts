import type { Page } from '@playwright/test';
import { backCloses, backLeaves, comeTo, followLink, pressBack, question } from './support/back.ts';
import {
  addCustomer,
  CUSTOMERS_PATH,
  newCustomer,
  offlineReady,
  syncStatus,
  upToDate,
} from './support/customers.ts';
import { closedGate } from './support/faulty-proxy.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { BY_HAND } from './support/installing.ts';
import { askToLogOut, openAccountMenu } from './support/log-out.ts';
import { openNew } from './support/records.ts';
import { waitsForReasons } from './support/sync-states.ts';
import { accessExpired, endSession, expiredDialog, SHORT_ACCESS, signInAgain } from './support/tokens.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

async function typeFirstName(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('First Name').click();
  await page.keyboard.type(text);
}

for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test.describe(`on a ${size}`, { tag: size === 'phone' ? [] : [VARIANT] }, () => {
    test.use({ viewport });

    test('Back stays when it is asked whether to log out, or to discard a change', {
      tag: INSTALLED,
    }, async ({ page, context, signIn }) => {
      await signIn();
      await upToDate(page);
      await offlineReady(page);
      await context.setOffline(true);
      await comeTo(page, '/customers');
      await addCustomer(page, newCustomer(1));
      await expect(syncStatus(page)).toContainText('1');
      await askToLogOut(page);
      const asked = page.getByRole('dialog', { name: 'Log out' });
      await asked.waitFor();
      await backCloses(page, asked);
      await backLeaves(page);

      await waitsForReasons(page);
      await page.goto('/customers');
      await syncStatus(page).click();
      await page.waitForURL('**/sync');
      await page.getByRole('button', { name: 'Discard my change' }).first().click();
      const discard = page.getByRole('dialog', { name: 'Discard my change' });
      await discard.waitFor();
      await backCloses(page, discard);
      await expect(page.getByRole('button', { name: 'Discard my change' }).first()).toBeVisible();
      await backLeaves(page, '/customers');
    });

    test.describe('where the answer can be held up', () => {
      test.use({ throughProxy: true });

      test('Back does nothing while a form is being saved', async ({ page, faultyProxy, signIn }) => {
        await signIn();
        await upToDate(page);
        await comeTo(page, '/customers');
        const gate = closedGate();
        faultyProxy.inject({
          method: 'POST',
          path: CUSTOMERS_PATH,
          fault: { kind: 'hold', until: gate.passed },
        });
        const dialog = await openNew(page, 'customers');
        await typeFirstName(page, 'Nora');
        await dialog.getByLabel('Last Name').fill('Vance');
        await dialog.getByLabel('Email').fill('nora.vance.9@example.com');
        await dialog.getByRole('button', { name: 'Create' }).click();
        await pressBack(page);
        await expect(question(page)).toHaveCount(0);
        expect(new URL(page.url()).pathname).toBe('/customers');
        gate.open();
        await expect(dialog).toHaveCount(0);
        await expect(page.getByText('nora.vance.9@example.com')).toBeVisible();
        await backLeaves(page);
      });
    });

    test.describe('with a session that expires', () => {
      test.use({ serverEnv: SHORT_ACCESS });

      test('Back puts off the sign-in that is asked for over a half-filled form, which stays', {
        tag: INSTALLED,
      }, async ({ page, context, server, signIn }) => {
        test.setTimeout(120_000);
        await signIn();
        await upToDate(page);
        await offlineReady(page);
        await comeTo(page, '/customers');
        await context.setOffline(true);
        const form = await openNew(page, 'customers');
        await typeFirstName(page, 'Half-typed');
        await endSession(server, page);
        await accessExpired(server, page);
        await context.setOffline(false);
        const dialog = expiredDialog(page);
        await dialog.waitFor({ timeout: 45_000 });
        await backCloses(page, dialog);
        await expect(form.getByLabel('First Name')).toHaveValue('Half-typed');
        await pressBack(page);
        await question(page).getByRole('button', { name: 'Discard' }).click();
        await expect(form).toHaveCount(0);
        await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
        await dialog.waitFor();
        await signInAgain(page);
        await backLeaves(page);
      });
    });
  });
}

test.describe('on an iPhone', () => {
  test.use(BY_HAND.iPhone);

  test('Back closes how to install the app', async ({ page, signIn }) => {
    await signIn();
    await upToDate(page);
    await comeTo(page, '/customers');
    await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Install app' }).click();
    const guide = page.getByRole('dialog', { name: 'Install app' });
    await guide.waitFor();
    await backCloses(page, guide);
    await followLink(page, '/reports');
    await backLeaves(page, '/customers');
    await backLeaves(page);
  });
});

test('a log-out leads to the sign-in also where the code that follows Back came late', async ({
  page,
  signIn,
}) => {
  await page.route('**/assets/back-*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await signIn();
  await upToDate(page);
  await askToLogOut(page);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page).toHaveURL('/login');
});
