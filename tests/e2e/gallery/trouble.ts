import { addCustomer, CUSTOMERS_PATH, offlineReady } from '../support/customers.ts';
import { offerInstall } from '../support/installing.ts';
import { askToLogOut } from '../support/log-out.ts';
import { signIn } from '../support/sign-in.ts';
import { expiredBanner, expiredDialog } from '../support/tokens.ts';
import { open, type Scene } from './scene.ts';

const LONG = 'Bartholomew-Maximilian Wolfeschlegelsteinhausenbergerdorff';

export const TROUBLE: readonly Scene[] = [
  [
    'offline-list',
    async ({ page, context }) => {
      await page.goto('/customers');
      await offlineReady(page);
      await context.setOffline(true);
      await addCustomer(page, { first: LONG, last: 'the Elder', email: 'bartholomew@example.com' });
      await addCustomer(page, { first: 'Owen', last: 'Castellanos', email: 'owen@example.com' });
    },
  ],
  [
    'install',
    async ({ page }) => {
      await offerInstall(page);
      await page.getByRole('region', { name: 'Install app' }).waitFor();
    },
  ],
  [
    'offline-record',
    async ({ page }) => {
      await page
        .getByRole('region', { name: 'Install app' })
        .getByRole('button', { name: 'Not now' })
        .click();
      await page.getByRole('link', { name: new RegExp(LONG) }).click();
      await page.getByText('Not synced yet').waitFor();
    },
  ],
  ['offline-dashboard', ({ page }) => open(page, '/dashboard')],
  ['offline-sync-screen', ({ page }) => open(page, '/sync')],
  [
    'log-out-question',
    async ({ page }) => {
      await askToLogOut(page);
      await page.getByRole('button', { name: 'Log out and keep changes' }).waitFor();
    },
  ],
  [
    'parked',
    async ({ page, context, proxy }) => {
      await page.getByRole('button', { name: 'Stay' }).click();
      const body = { email: ['customer with this email already exists.'] };
      proxy.inject({ fault: { kind: 'answer', status: 400, body }, method: 'POST', path: CUSTOMERS_PATH });
      await context.setOffline(false);
      // Both customers: the next page cuts off an answer under way, and the dashboard waits for that change.
      await page.getByText('already exists').nth(1).waitFor({ timeout: 60_000 });
    },
  ],
  ['parked-list', ({ page }) => open(page, '/customers')],
  [
    'parked-record',
    async ({ page }) => {
      await page.getByRole('link', { name: new RegExp(LONG) }).click();
      await page.getByText('Needs attention:').waitFor();
    },
  ],
  [
    'dashboard-failed',
    async ({ page, proxy }) => {
      const fault = { kind: 'answer', status: 500, body: { detail: 'Maintenance until 6 pm.' } } as const;
      proxy.inject({ fault, path: /dashboard_stats/ });
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 60_000 });
    },
  ],
  [
    'session-expired',
    async ({ page, proxy }) => {
      const fault = { kind: 'answer', status: 401, body: { detail: 'Token is invalid or expired' } } as const;
      proxy.inject({ fault, path: /\/api\/v1\// });
      await page.goto('/customers');
      await expiredDialog(page).waitFor({ timeout: 60_000 });
    },
  ],
  [
    'session-expired-banner',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await expiredBanner(page).waitFor();
    },
  ],
];

export const FIRST_VISIT: readonly Scene[] = [
  [
    'loading',
    async ({ page, proxy }) => {
      proxy.inject({ fault: { kind: 'delay', ms: 8000 }, method: 'GET', path: CUSTOMERS_PATH });
      await signIn(page);
    },
  ],
  [
    'fetch-failed',
    async ({ page, proxy }) => {
      proxy.heal();
      proxy.inject({
        fault: { kind: 'answer', status: 403, body: {} },
        method: 'GET',
        path: /\/work-orders\//,
      });
      await page.goto('/work-orders');
      await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 60_000 });
    },
  ],
];
