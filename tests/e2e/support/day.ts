import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { specOf } from '../../../src/domain/resource-specs.ts';
import { steppedBack } from './back.ts';
import { recordsOn } from './held-records.ts';
import type { Server } from './server.ts';

export const PHONE = { width: 390, height: 844 };
export const ORDERS = specOf('workOrders').path;
const PROJECTS = specOf('projects').path;

/** Returns today by the clock of the machine, which the browser shares. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

export const JOB = { title: 'Dry the cellar at 12 Elm', number: 'WO-DAY-1' };
export const NEXT = { title: 'Board up 9 Pine', number: 'WO-DAY-2' };
export const CLAIM =
  '--- Claim ---\nCarrier: Prairie Mutual\nAdjuster: Kim Ray, +1-555-201-8890, kim.ray@example.com';

/** Creates two jobs for today, and a project with a claim for their customer. Returns the ids of the jobs. */
export async function planDay(server: Server): Promise<readonly number[]> {
  const [customer] = await recordsOn(server, 'customers');
  await server.api(PROJECTS, {
    method: 'POST',
    body: { title: 'Burst pipe', customer: customer?.id, project_type: 'water_damage', description: CLAIM },
  });
  const ids: number[] = [];
  for (const { title, number } of [JOB, NEXT]) {
    const { body } = await server.api(ORDERS, {
      method: 'POST',
      body: {
        title,
        work_order_number: number,
        customer: customer?.id,
        status: 'assigned',
        priority: title === JOB.title ? 'urgent' : 'low',
        scheduled_date: today(),
        notes:
          'Call before arriving.\n--- Job ---\nCrew: Ann Lee\nFlags: gas off, dog\nProject: Burst pipe\n',
      },
    });
    ids.push((body as { id: number }).id);
  }
  return ids;
}

export async function enterName(page: Page, name = 'Ann Lee'): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'My Name' }).fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The closed dialog still goes back to the page's own entry, which would stop a load of another page.
  await steppedBack(page);
}

export const jobs = (page: Page) => page.getByRole('article');
export const jobOf = (page: Page, title: string) => jobs(page).filter({ hasText: title });

/** The step in the list of a job's steps, if it has a time and this name: an open step has only its label. */
export function stepsTaken(page: Page, step: string, who: string): Locator {
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  return steps.filter({ hasText: new RegExp(String.raw`^${step} \S[^·]* · ${who}$`) });
}
