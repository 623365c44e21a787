import { expect, type Page } from '@playwright/test';
import { offlineReady, upToDate } from './customers.ts';
import { type HeldRecord, recordsOn } from './held-records.ts';
import { plant, planted } from './planted.ts';
import { LISTS } from './records.ts';
import type { Server } from './server.ts';

const PROJECTS = '/api/v1/projects/projects/';

/** Returns the server's project with this title. */
export async function projectOn(server: Server, title: string): Promise<HeldRecord> {
  const found = (await recordsOn(server, 'projects')).find((project) => project['title'] === title);
  if (!found) throw new Error(`There is no project ${title} on the server`);
  return found;
}

/** Creates a project on the server, as the office would. */
export async function makeProject(server: Server, title: string): Promise<HeldRecord> {
  const [any] = await recordsOn(server, 'projects');
  const body = { title, customer: any?.['customer'], status: 'pending', priority: 'low' };
  await server.api(PROJECTS, { method: 'POST', body });
  return projectOn(server, title);
}

/** The values that both sides choose for some fields of a project, by label (`mine`) and by name (`theirs`). */
interface Sides {
  readonly mine: Readonly<Record<string, string>>;
  readonly theirs: Readonly<Record<string, string>>;
}

const STATUS: Sides = { mine: { Status: 'in_progress' }, theirs: { status: 'completed' } };

/** Two fields, so that each can be decided separately. */
export const STATUS_AND_PRIORITY: Sides = {
  mine: { ...STATUS.mine, Priority: 'high' },
  theirs: { ...STATUS.theirs, priority: 'medium' },
};

/**
 * Makes both sides change a project while this device has no connection. By default, the status becomes In Progress
 * here and Completed in the office. In the end, the device is connected and shows the question.
 */
export async function meet(
  page: Page,
  server: Server,
  { id, title }: HeldRecord,
  { mine, theirs } = STATUS,
): Promise<void> {
  await upToDate(page);
  await offlineReady(page);
  await page.goto(`${LISTS.projects}/${id}`);
  await page.getByRole('heading', { level: 1, name: String(title) }).waitFor();
  await upToDate(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Project' });
  for (const [label, choice] of Object.entries(mine)) await dialog.getByLabel(label).selectOption(choice);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  await server.api(`${PROJECTS}${id}/`, { method: 'PATCH', body: theirs });
  await age(page);
  await page.context().setOffline(false);
  await page.getByText('Needs attention:').waitFor();
}

/**
 * Makes the device's copy of the projects some minutes old. If it were recent, the app would send without reading
 * first.
 */
async function age(page: Page): Promise<void> {
  const row = (await planted(page, 'meta')).find(({ key }) => key === 'collection:projects');
  if (!row) throw new Error('The projects were never read');
  await plant(page, { meta: [{ ...row, pulledAt: Number(row['pulledAt']) - 5 * 60_000 }] });
}
