import { expect, type Page } from '@playwright/test';
import { REPORTS } from '../../../src/domain/reports.ts';
import { RESOURCE_NAMES, resourceSpecs } from '../../../src/domain/resource-specs.ts';
import { question } from './back.ts';
import { fillNewCustomer, offlineReady, upToDate } from './customers.ts';
import { JOB, planDay } from './day.ts';
import { recordsOn } from './held-records.ts';
import { offerInstall } from './installing.ts';
import { askToLogOut, openAccountMenu } from './log-out.ts';
import { plainPng } from './paper.ts';
import { tourOfPapers } from './papers-tour.ts';
import { clear } from './planted.ts';
import { setUpRoom } from './readings.ts';
import { tourOfReadings } from './readings-tour.ts';
import { chooseMore } from './record.ts';
import { LISTS, openNew } from './records.ts';
import { tourOfSchedule, tourOfScheduledJob } from './schedule-tour.ts';
import type { Server } from './server.ts';
import { blocked, fromAFile, possibleDuplicate, questions, waitsForReasons } from './sync-states.ts';
import { accessExpired, endSession, expiredBanner, expiredDialog } from './tokens.ts';

interface Tour {
  readonly page: Page;
  readonly server: Server;
  readonly signIn: () => Promise<void>;
  /** Called for each screen and dialog, once it is complete and stable. */
  readonly look: (where: string) => Promise<void>;
}

/** An extremely long name, which can only break at its two hyphens. */
const LONG = 'Bartholomew-Maximilian-Wolfeschlegelsteinhausenbergerdorff';

/** Visits every screen of the app once, signed out and signed in, with a connection and nothing waiting. */
export async function tourOfScreens({ page, server, signIn, look }: Tour): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await look('landing');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).waitFor();
  await look('sign-in');
  const [id = 0] = await planDay(server);
  await signIn();
  await upToDate(page);
  await page.goto('/dashboard');
  await page.getByText('Next on the schedule').waitFor();
  await look('dashboard');
  for (const resource of RESOURCE_NAMES) {
    await page.goto(LISTS[resource]);
    await page.getByText(/^\d+ (customers|projects|estimates|work orders)$/).waitFor();
    await look(`${resource}, list`);
    const [held] = await recordsOn(server, resource);
    await page.goto(`${LISTS[resource]}/${resource === 'workOrders' ? id : held?.id}`);
    await page.getByRole('article').getByRole('term').first().waitFor();
    await look(`${resource}, record`);
  }
  await page.goto('/customers/no-such-record');
  await page.getByText('This record is not on this device.').waitFor();
  await look('unknown record');
  await page.goto(`/work-orders/${id}?tab=photos`);
  await page.getByText('This server keeps no files.').waitFor();
  await look('photos on a server that keeps none');
  await setUpRoom(server, id);
  await page.goto(`/work-orders/${id}/readings`);
  await page.getByRole('button', { name: 'Read chamber A' }).waitFor();
  await look('readings');
  await page.getByRole('button', { name: 'Start visit' }).click();
  await page.getByRole('group', { name: 'Keypad' }).waitFor();
  await look('visit');
  await page.goto('/today');
  await page.getByText(JOB.title).first().waitFor();
  await look('today');
  await page.goto('/push');
  await page.getByRole('heading', { level: 2, name: /^Overdue work/ }).waitFor();
  await look('needs a push');
  await tourOfSchedule({ page, look });
  await page.goto('/reports');
  await page.getByText('200 customers').waitFor();
  await look('reports');
  for (const { id: report, title } of REPORTS) {
    await page.goto(`/reports?report=${report}`);
    await page.getByRole('dialog', { name: title }).getByRole('figure').waitFor();
    await look(report);
  }
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Report' }).click();
  await download;
  await page.getByRole('dialog').getByRole('button', { name: 'Choose a file format' }).click();
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).waitFor();
  await look('export formats');
  await page.goto('/reports?report=nonsense');
  await page.getByText('Report not found').waitFor();
  await look('unknown report');
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  await look('settings');
  await page.goto('/sync');
  await page.getByText('All changes sent').waitFor();
  await look('sync');
}

/** Visits forms, pickers, menus and questions, and their messages about missing values. */
export async function tourOfDialogs({ page, server, signIn, look }: Tour): Promise<void> {
  const [timedId, otherId] = await planDay(server);
  const timed = { method: 'PATCH', body: { scheduled_date: '2026-03-05T14:30:00Z' } };
  expect((await server.api(`${resourceSpecs.workOrders.path}${timedId}/`, timed)).status).toBe(200);
  const [referred] = await recordsOn(server, 'projects');
  await signIn();
  await upToDate(page);
  for (const resource of RESOURCE_NAMES) {
    await page.goto(LISTS[resource]);
    const dialog = await openNew(page, resource);
    await dialog.getByRole('button', { name: 'Create' }).waitFor();
    await look(`${resource}, dialog`);
    if (resource !== 'customers') {
      await dialog.getByLabel('Customer', { exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await look(`${resource}, customers to choose from`);
      await page.keyboard.press('Escape');
      await dialog.getByLabel(/Start Date|Valid Until|Scheduled Date/).click();
      await page.getByRole('table').last().waitFor();
      await look(`${resource}, calendar`);
      await page.keyboard.press('Escape');
    }
    if (resource === 'estimates') {
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Please select a customer').waitFor();
      await look('an estimate with all that is missing');
    }
  }
  await page.goto('/projects');
  const project = await openNew(page, 'projects');
  await project.getByLabel('Customer', { exact: true }).click();
  await page.getByRole('option', { name: 'Add New Customer' }).click();
  const above = page.getByRole('dialog', { name: 'Add New Customer' });
  await above.getByLabel('First Name').fill('Nora');
  await look('a dialog above another');
  await above.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Discard your changes?').waitFor();
  await look('discard question');

  await page.goto('/work-orders');
  const filters = page.getByRole('button', { name: /^Filters/ }).first();
  await filters.click();
  await page.getByRole('combobox', { name: 'Customer' }).waitFor();
  await look('filters');
  // A phone has these options in the panel of the filters.
  if (isDesktop(page)) {
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Compact rows' }).waitFor();
    await look('options of a list');
    await page.keyboard.press('Escape');
  }
  await page.goto('/projects?status=pending,on_hold&search=nothing+like+this');
  await page.getByText('No projects match').waitFor();
  await look('filters without a match');

  await page.goto(`/work-orders/${timedId}`);
  await chooseMore(page, 'Print');
  await page.getByLabel('With amounts').waitFor();
  await look('what to print');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('dialog', { name: 'Assign crew' }).getByRole('checkbox').first().waitFor();
  await look('crew');
  await page.keyboard.press('Escape');
  // On a phone, this calendar is wider than the window.
  if (isDesktop(page)) await lookAtTime(page, look);
  await tourOfReadings({ page, server, id: timedId ?? 0, look });
  await tourOfScheduledJob({ page, look });
  await tourOfPapers({ page, server, id: otherId ?? 0, look });
  await page.goto(`/customers/${String(referred?.['customer'])}`);
  await chooseMore(page, 'Delete');
  await page.getByText(/to this customer\.$/).waitFor();
  await look('deletion of what others refer to');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Edit' }).click();
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: plainPng(900, 300) };
  await page.getByLabel('Logo file').setInputFiles(logo);
  await page.getByRole('img', { name: 'The company’s logo' }).waitFor();
  await look('settings, dialog');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  const find = page.getByRole('button', { name: 'Find', exact: true });
  await find.click();
  await page.getByRole('option', { name: 'Sync now' }).waitFor();
  await look('Find, before something is typed');
  await page.keyboard.type('mold');
  await page.getByText(/^\d+ results$/).waitFor();
  await look('Find, results');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('option', { name: 'Change status' }).waitFor();
  await look('Find, actions of a record');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(find).toBeFocused();
  const menu = await openAccountMenu(page);
  await look('account menu');
  await menu.getByRole('menuitem', { name: 'About' }).click();
  await page.getByRole('dialog', { name: 'About' }).waitFor();
  await look('about');
  await page.keyboard.press('Escape');
  const navigation = page.getByRole('button', { name: 'Open navigation' });
  if (await navigation.isVisible()) {
    await navigation.click();
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    await look('navigation');
  }
}

function isDesktop(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) > 1000;
}

/** Visits the calendar of a date with a time. */
async function lookAtTime(page: Page, look: Tour['look']): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  const scheduled = page.getByRole('dialog').getByLabel('Scheduled Date', { exact: true });
  await expect(scheduled).toHaveText(/:30 [AP]M$/);
  await scheduled.click();
  await page.getByRole('table').last().waitFor();
  await look('calendar with a time');
}

/** Visits the screens with waiting, refused and doubtful changes, without a connection and without a session. */
export async function tourOfTrouble({ page, server, signIn, look }: Tour): Promise<void> {
  const context = page.context();
  await signIn();
  await upToDate(page);
  await offlineReady(page);
  await offerInstall(page);
  const [gone] = await recordsOn(server, 'workOrders');
  await context.setOffline(true);
  await fillNewCustomer(page, { first: LONG, last: 'the Elder', email: 'elder at example' });
  await page.getByRole('region', { name: 'Install app' }).waitFor();
  await look('a long name, waiting, and the proposal to install the app');
  // Large text could make the proposal cover the list, so answer it first.
  await page.getByRole('region', { name: 'Install app' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('link', { name: LONG }).first().click();
  await page.getByText('Not synced yet').waitFor();
  await look('its record');
  await page.goto('/sync');
  await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
  await look('sync, waiting');
  await page.goto('/dashboard');
  await page.getByText(/^This device’s figures/).waitFor();
  await look('dashboard without a connection');
  await context.setOffline(false);
  await page.goto('/sync');
  await page.getByText('Discard my change').waitFor();
  await look('sync, needs attention');
  for (const button of ['Save unsent work as a file', 'Load a file']) {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByRole('button').nth(1).waitFor();
    await look(button);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  }
  await askToLogOut(page);
  await page.getByText('Log out and keep changes').waitFor();
  await look('log-out question');

  await page.goto(`/work-orders/${gone?.id}`);
  const elsewhere = await context.newPage();
  await elsewhere.goto(page.url());
  await chooseMore(elsewhere, 'Delete');
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await elsewhere.waitForURL('**/work-orders');
  await elsewhere.close();
  await page.getByText('This work order was deleted.').waitFor();
  await look('a record that was deleted while it was open');
  await context.setOffline(true);
  for (const [state, button] of [
    [possibleDuplicate, 'It is this one'],
    [waitsForReasons, 'Send all 2'],
    [fromAFile, 'Send all 3'],
    [questions, 'Both are right'],
    [blocked, 'Edit and try again'],
  ] as const) {
    await clear(page, ['outbox', 'watches']);
    await state(page);
    await page.goto('/sync');
    await page.getByRole('button', { name: button }).first().waitFor();
    await look(`sync, ${button}`);
  }
  await clear(page, ['outbox', 'watches']);
  await context.setOffline(false);
  await page.goto('/customers');
  await endSession(server, page);
  await accessExpired(server, page);
  await page.goto('/estimates');
  await expiredDialog(page).waitFor();
  await look('session expired, dialog');
  await expiredDialog(page).getByRole('button', { name: 'Not now' }).click();
  await expect(expiredDialog(page)).toHaveCount(0);
  await expect(expiredBanner(page)).toBeVisible();
  await look('session expired, banner');
}
