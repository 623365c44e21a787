import type { Page } from '@playwright/test';
import { NEXT } from './day.ts';

interface Tour {
  readonly page: Page;
  readonly look: (where: string) => Promise<void>;
}

/** Visits the schedule's screens. A phone has two of them, so it sees the agenda twice. */
export async function tourOfSchedule({ page, look }: Tour): Promise<void> {
  for (const view of ['week', 'month', 'agenda'] as const) {
    await page.goto(`/schedule?view=${view}`);
    await page.locator('[aria-current="date"]').first().waitFor();
    await page.getByText(/^To schedule/).waitFor();
    await look(`schedule, ${view}`);
  }
}

/** Visits a job's menu on the schedule, and its dialogs. */
export async function tourOfScheduledJob({ page, look }: Tour): Promise<void> {
  await page.goto('/schedule?view=agenda');
  const more = page.getByRole('button', { name: `More for ${NEXT.title}` });
  await more.click();
  await page.getByRole('menuitem', { name: 'Move…' }).waitFor();
  await look('menu of a job on the schedule');
  const dialog = page.getByRole('dialog');
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  await dialog.getByRole('checkbox', { name: 'Ann Lee' }).waitFor();
  await look('move a job');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Repeat on the next days…' }).click();
  await dialog.getByRole('button', { name: 'Create 3 work orders' }).waitFor();
  await look('repeat a job');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}
