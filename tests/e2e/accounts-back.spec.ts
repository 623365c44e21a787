import type { Page } from '@playwright/test';
import { addCustomer, customersOn, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test } from './support/fixtures.ts';
import { databaseOf, waitingIn } from './support/kept.ts';
import { logOutAndKeep } from './support/log-out.ts';
import { ANNA } from './support/people.ts';
import { runOnce } from './support/run-once.ts';
import { expectNothingOf } from './support/shown.ts';
import { signIn } from './support/sign-in.ts';

runOnce();

const ATTEMPTS = 3;

// Playwright switches the browser's back-forward cache off, people do not.
test.use({
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Follows a link to another document, as a page does: the browser may keep the old one as it is. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => location.assign(to), path);
  await page.waitForURL(`**${path}`);
}

/** A page that the browser kept reloads itself; one that it dropped is loaded by the step back. */
async function wasKept(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload'),
  );
}

/** Makes a change without a connection, leaves the page, logs out, and goes back: nothing is shown, and the change is kept. */
async function logOutAndGoBack(page: Page, known: string, attempt: number): Promise<void> {
  await signIn(page, ANNA);
  await upToDate(page);
  await offlineReady(page);
  await page.goto('/customers');
  await upToDate(page);
  await page.context().setOffline(true);
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: `nora.vance.${attempt}@example.com` });
  const database = await databaseOf(page);
  await leaveFor(page, '/sync');
  await logOutAndKeep(page);

  await page.evaluate(() => history.back());
  const wayIn = page.getByRole('button', { name: 'Sign In', exact: true });
  await expect(wayIn.or(page.getByRole('link', { name: 'Sign In', exact: true }))).toBeVisible();
  await expect(page).toHaveURL(/\/login|\/\?next=/);
  await expectNothingOf(page, [known, 'Nora', 'Vance']);
  expect(await waitingIn(page, database)).toBe(1);
}

for (const locks of [true, false]) {
  const where = locks ? '' : ' of a page that the browser kept as it was';
  test(`the Back button after a logout shows nothing${where}`, { tag: INSTALLED }, async ({
    page,
    server,
  }) => {
    const [known] = await customersOn(server);
    if (!known) throw new Error('The demo data is missing.');
    if (!locks) {
      // As on plain http. With Web Locks Chromium drops the kept page as soon as another one syncs.
      await page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }),
      );
    }
    // A busy browser drops a page for reasons of its own, which it does not tell.
    for (let attempt = 1; attempt <= (locks ? 1 : ATTEMPTS); attempt += 1) {
      await logOutAndGoBack(page, known.email, attempt);
      if (locks || (await wasKept(page))) return;
      expect(attempt, 'the browser did not keep the page').toBeLessThan(ATTEMPTS);
      await page.goto('about:blank');
      await page.context().setOffline(false);
    }
  });
}
