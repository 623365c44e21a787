import { offlineReady } from '../support/customers.ts';
import { offerInstall } from '../support/installing.ts';
import { clear } from '../support/planted.ts';
import { RED, showCheck, showEndOfSession } from '../support/ready-states.ts';
import { waitsForReasons } from '../support/sync-states.ts';
import { expiredDialog } from '../support/tokens.ts';
import type { Scene } from './scene.ts';

const HOUR = 60 * 60_000;

/** 'Ready for no signal': before a check, green, and red for each of its causes. */
export const READY: readonly Scene[] = [
  [
    'ready-green',
    async ({ page }) => {
      await offlineReady(page);
      await showCheck(page);
      await page.getByRole('button', { name: 'What was checked' }).click();
      await page.getByText('What others change later').waitFor();
    },
  ],
  ['ready-session', ({ page }) => showEndOfSession(page)],
  [
    'ready-sign-in-again',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Sign in again' }).click();
      await expiredDialog(page).getByText('You stay signed in').waitFor();
    },
  ],
  [
    'ready-before',
    async ({ page, context }) => {
      await context.setOffline(true);
      await clear(page, ['settings']);
      await page.goto('/sync');
      await page.getByRole('button', { name: 'Check now' }).waitFor();
    },
  ],
  ...Object.entries(RED).map(
    ([cause, found]): Scene => [`ready-${cause}`, ({ page }) => showCheck(page, found)],
  ),
  [
    'ready-stuck',
    async ({ page }) => {
      await waitsForReasons(page);
      await showCheck(page, { stuck: 5 });
      await clear(page, ['outbox']);
    },
  ],
  [
    'ready-install',
    async ({ page }) => {
      await showCheck(page, { room: { free: 12_000_000_000, promised: false } });
      await offerInstall(page);
      await page.locator('section[data-state="todo"]').waitFor();
    },
  ],
  [
    'ready-clock',
    async ({ page, context }) => {
      await context.setOffline(false);
      await page.clock.setSystemTime(Date.now() + 2 * HOUR);
      await page.goto('/sync');
      await page.getByText('about 2 hours ahead').first().waitFor();
      await showCheck(page, { at: Date.now() + 2 * HOUR, clockAhead: 2 * HOUR });
    },
  ],
  [
    'ready-update',
    async ({ page }) => {
      await page.clock.setSystemTime(Date.now());
      // Looks as if a new build waited.
      await page.addInitScript(() => {
        Object.defineProperty(ServiceWorkerRegistration.prototype, 'waiting', {
          get(this: ServiceWorkerRegistration) {
            return this.active;
          },
        });
      });
      await showCheck(page, { app: 'update' });
      await page.locator('section[data-state="todo"]').getByRole('button', { name: 'Update' }).waitFor();
    },
  ],
];
