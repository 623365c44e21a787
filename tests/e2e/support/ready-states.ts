import type { Page } from '@playwright/test';
import type { DataFacts, ReadyFacts } from '../../../src/domain/ready.ts';
import { plant } from './planted.ts';

// What a check found, stored on the device as the check would have left it.

const HOUR = 60 * 60_000;
const DATA: DataFacts = {
  held: null,
  unread: [],
  readAt: null,
  records: 1204,
  jobs: 3,
  missingPhotos: 0,
};

/** Shows the result of a check on Sync. It differs from a green one in `found`. */
export async function showCheck(page: Page, found: Partial<ReadyFacts> = {}): Promise<void> {
  const at = Date.now();
  const facts: ReadyFacts = {
    at,
    data: { ...DATA, readAt: at },
    app: 'current',
    session: { endsAt: at + 30 * 24 * HOUR },
    room: { free: 12_000_000_000, promised: true },
    stuck: 0,
    clockAhead: 0,
    ...found,
  };
  await plant(page, { settings: [{ key: 'ready', facts }] });
  await page.goto('/sync');
  await page.locator('section[data-state]').waitFor();
}

/** The causes for which the card is red, where nothing else has to be so on the device. */
export const RED: Readonly<Record<string, Partial<ReadyFacts>>> = {
  held: { data: { ...DATA, held: 'offline', unread: ['customers', 'projects', 'estimates', 'workOrders'] } },
  unread: { data: { ...DATA, unread: ['customers', 'projects', 'estimates', 'workOrders'] } },
  'no-worker': { app: 'none' },
  missing: { app: 'missing' },
  failed: { isCutShort: true, room: null },
  full: { room: { free: 120_000_000, promised: true } },
  photos: { data: { ...DATA, missingPhotos: 12 } },
  unlisted: { data: { ...DATA, unlistedJobs: 2 } },
};

/** Shows that the session ends in an hour. Only with a connection can a person sign in again. */
export async function showEndOfSession(page: Page): Promise<void> {
  await showCheck(page, { session: { endsAt: Date.now() + HOUR, begunAt: Date.now() - 24 * HOUR } });
  await page.getByRole('button', { name: 'Sign in again' }).waitFor();
}
