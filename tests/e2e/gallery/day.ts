import { enterName, JOB, jobOf, jobs, planDay } from '../support/day.ts';
import { recordsOn } from '../support/held-records.ts';
import { addChecklist } from '../support/record.ts';
import { LISTS } from '../support/records.ts';
import { open, type Scene } from './scene.ts';

const NEXT_PULL_MS = 60_000;

/** A crew's day: the list, a job of it, and what is asked on the way. */
export const DAY: readonly Scene[] = [
  [
    'today-without-a-name',
    async ({ page, server }) => {
      await planDay(server);
      await open(page, '/today');
      // Until the device asks the server for news again.
      await page.getByText(JOB.title).first().waitFor({ timeout: NEXT_PULL_MS });
    },
  ],
  [
    'today',
    async ({ page }) => {
      await enterName(page);
      await page.goto('/today');
      await jobs(page).first().waitFor();
    },
  ],
  [
    'today-no-date',
    async ({ page }) => {
      await page.getByRole('button', { name: 'All jobs' }).click();
      await page.getByRole('button', { name: 'No date' }).click();
    },
  ],
  ['dashboard-with-today', ({ page }) => open(page, '/dashboard')],
  [
    'job',
    async ({ page }) => {
      await page.goto('/today');
      await jobOf(page, JOB.title).getByRole('link', { name: JOB.title }).click();
      await page.getByRole('button', { name: 'Add note' }).waitFor();
    },
  ],
  [
    'job-assign',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Assign', exact: true }).click();
      await page.getByRole('dialog', { name: 'Assign crew' }).waitFor();
    },
  ],
  [
    'job-checklist',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await addChecklist(page, 'Water');
      await page.getByRole('checkbox').first().click();
      await page.getByRole('checkbox').first().scrollIntoViewIfNeeded();
    },
  ],
  [
    'job-note',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Add note' }).click();
      await page.getByRole('textbox', { name: 'Note' }).fill('Wall open behind the washer.');
    },
  ],
  [
    'job-log',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Save note' }).click();
      await page.getByRole('region', { name: 'Log' }).getByText('Wall open').waitFor();
    },
  ],
  [
    'job-finish',
    async ({ page }) => {
      await page.evaluate(() => scrollTo(0, 0));
      for (const step of ['On the way', 'Start', 'Finish'])
        await page.getByRole('button', { name: step, exact: true }).click();
      await page.getByRole('dialog', { name: 'Finish this job?' }).waitFor();
    },
  ],
  [
    'claim',
    async ({ page, server }) => {
      const project = (await recordsOn(server, 'projects')).find(({ title }) => title === 'Burst pipe');
      await open(page, `${LISTS.projects}/${String(project?.id)}`);
    },
  ],
  [
    'claim-form',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Insurance claim').click();
      await dialog.getByLabel('Carrier').scrollIntoViewIfNeeded();
    },
  ],
];
