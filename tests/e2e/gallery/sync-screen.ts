import type { Page } from '@playwright/test';
import { makeProject, meet, STATUS_AND_PRIORITY } from '../support/conflicts.ts';
import { upToDate } from '../support/customers.ts';
import { clear } from '../support/planted.ts';
import { blocked, possibleDuplicate, questions, waitsForReasons } from '../support/sync-states.ts';
import type { Scene } from './scene.ts';

/** The Sync screen when a person is asked. Without a connection, so that nothing of it settles by itself. */
export const QUESTIONS: readonly Scene[] = [
  [
    'sync-conflict',
    async ({ page, server }) => {
      await meet(page, server, await makeProject(server, 'Kitchen dry-out'));
      await page.getByRole('link', { name: 'Open Sync' }).click();
      await page.getByRole('button', { name: 'Keep mine' }).waitFor();
    },
  ],
  [
    'sync-conflict-edit',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByText('Saving replaces it').waitFor();
    },
  ],
  [
    'sync-finished',
    async ({ page, context }) => {
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await upToDate(page);
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Finished changes' }).click();
      await page.getByText('Kept yours').waitFor();
      await page.getByText('Your copy takes').scrollIntoViewIfNeeded();
    },
  ],
  [
    'sync-conflict-fields',
    async ({ page, server, context }) => {
      await context.setOffline(false);
      await meet(page, server, await makeProject(server, 'Attic mold'), STATUS_AND_PRIORITY);
      await page.getByRole('link', { name: 'Open Sync' }).click();
      await page.getByText('Choose field by field').click();
      await page.getByRole('button', { name: 'Send this choice' }).scrollIntoViewIfNeeded();
      await context.setOffline(true);
    },
  ],
  ['sync-twice', ({ page }) => withState(page, possibleDuplicate, 'It is this one')],
  ['sync-reasons', ({ page }) => withState(page, waitsForReasons, 'Send all 2')],
  ['sync-questions', ({ page }) => withState(page, questions, 'Both are right')],
  [
    'sync-blocked',
    async ({ page }) => {
      await withState(page, blocked, 'Edit and try again');
      await page.getByText('which needs attention').scrollIntoViewIfNeeded();
    },
  ],
];

/** The Sync screen with nothing but this state in it. */
async function withState(page: Page, state: (page: Page) => Promise<void>, button: string): Promise<void> {
  await clear(page, ['outbox', 'watches']);
  await state(page);
  await page.goto('/sync');
  await page.getByRole('button', { name: button }).first().waitFor();
}
