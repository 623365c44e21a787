import { offlineReady } from '../support/customers.ts';
import type { Fault } from '../support/faulty-proxy.ts';
import { offerInstall } from '../support/installing.ts';
import { clear } from '../support/planted.ts';
import { RED, showCheck, showEndOfSession } from '../support/ready-states.ts';
import { waitsForReasons } from '../support/sync-states.ts';
import { expiredDialog } from '../support/tokens.ts';
import type { Place, Scene } from './scene.ts';

const HOUR = 60 * 60_000;
const API = /\/api\/v1\//;

/** In ms. A check waits for the lists. */
const CHECK_MS = 120_000;

/** Has a person check with this fault of the connection. */
async function checkWith({ page, proxy }: Place, fault: Fault): Promise<void> {
  await clear(page, ['settings']);
  proxy.inject({ fault, path: API });
  try {
    await page.goto('/sync');
    await page.getByRole('button', { name: 'Check now' }).click();
    await page.locator('section[data-state="todo"]').waitFor({ timeout: CHECK_MS });
  } finally {
    proxy.heal();
  }
}

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
  ['ready-server-silent', (place) => checkWith(place, { kind: 'answer', status: 503, body: {} })],
  ['ready-captive-portal', (place) => checkWith(place, { kind: 'html' })],
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
    },
  ],
  [
    'ready-install',
    async ({ page }) => {
      await clear(page, ['outbox']);
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
  [
    'ready-signed-out',
    async ({ page, proxy }) => {
      const fault = { kind: 'answer', status: 401, body: { detail: 'Token is invalid or expired' } } as const;
      proxy.inject({ fault, path: API });
      await page.goto('/sync');
      await expiredDialog(page).getByRole('button', { name: 'Not now' }).click();
      await page.getByRole('button', { name: 'Check now' }).click();
      const signIn = page.locator('section[data-state="todo"]').getByRole('button', { name: 'Sign in' });
      await signIn.waitFor({ timeout: CHECK_MS });
    },
  ],
];
