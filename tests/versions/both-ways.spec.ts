import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { Companion } from '../e2e/support/companion.ts';
import { projectOn } from '../e2e/support/conflicts.ts';
import {
  addCustomer,
  madeOn,
  offlineReady,
  openCustomers,
  syncStatus,
  upToDate,
} from '../e2e/support/customers.ts';
import { recordsOn } from '../e2e/support/held-records.ts';
import { create, LISTS, openNew, pickCustomer } from '../e2e/support/records.ts';
import type { Server } from '../e2e/support/server.ts';
import { signIn } from '../e2e/support/sign-in.ts';

/** Set by `npm run test:versions`. */
const before = process.env['VERSION_BEFORE'] ?? '';
const SERVER = 'build/server/main.js';
const NOW = '.';

const NAMES: Readonly<Record<ResourceName, string>> = {
  customers: 'Nora Vance',
  projects: 'Kitchen dry-out',
  estimates: 'Dry-out estimate',
  workOrders: 'Set up dehumidifiers',
};
const CHANGES = 50;

/** Which folders the app and the server come from. */
interface Pair {
  readonly app: string;
  readonly server: string;
}

const PAIRS: Readonly<Record<string, Pair>> = {
  'the app of the version before on this server': { app: before, server: NOW },
  'this app on the server of the version before': { app: NOW, server: before },
};

const test = base.extend<{ pair: Pair; server: Server }>({
  pair: [{ app: '', server: '' }, { option: true }],
  server: [
    async ({ pair }, provide) => {
      const env = { STATIC_DIR: join(pair.app, 'dist'), EXTENSIONS: 'all', SEED: 'demo' };
      // This server meets a database that the version before has made, as after an update.
      const made = await Companion.create({ program: join(before, SERVER), env });
      await made.stop();
      const server = await Companion.create({
        template: made.dataDir,
        program: join(pair.server, SERVER),
        env,
      });
      await provide(server);
      await server.remove();
      await made.remove();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ server }, provide) => provide(server.url),
});

for (const [name, pair] of Object.entries(PAIRS)) {
  test.describe(name, () => {
    test.use({ pair });

    test('signs in and out, makes, changes and deletes every kind', async ({ page, server }) => {
      await expectServed(server, pair);
      await atTheCustomers(page);
      await expect(page.getByText('200 customers')).toBeVisible();
      await makeEveryKind(page);
      await upToDate(page);
      for (const resource of Object.keys(NAMES) as ResourceName[])
        expect(await named(server, resource)).toHaveLength(1);

      for (const resource of Object.keys(NAMES) as ResourceName[]) await change(page, server, resource);
      for (const resource of (Object.keys(NAMES) as ResourceName[]).toReversed())
        await remove(page, server, resource);
      await upToDate(page);
      await logOut(page);
      await page.goto('/customers');
      // Signed out, one is shown the landing page over whatever one came for.
      await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
      await expect(page.getByText('200 customers')).toHaveCount(0);
    });

    test(`sends ${CHANGES} changes that were made without a connection, each once, in batches`, async ({
      page,
      context,
      server,
    }) => {
      await readyToGoOffline(page);
      await context.setOffline(true);
      for (let n = 0; n < CHANGES; n += 1) {
        await addCustomer(page, { first: 'Nora', last: `Vance ${n}`, email: `nora.vance.${n}@example.com` });
      }
      await expect(syncStatus(page)).toContainText(`${CHANGES} changes waiting`);
      const sent: string[] = [];
      page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await context.setOffline(false);
      await upToDate(page);
      const emails = Array.from({ length: CHANGES }, (_, n) => `nora.vance.${n}@example.com`);
      expect((await madeOn(server)).sort()).toEqual(emails.sort());
      expect(sent.filter((one) => one === 'POST /api/v1/sync/batch/').length).toBeGreaterThan(0);
      expect(sent).not.toContain(`POST ${resourceSpecs.customers.path}`);
      await expect(page.getByText('Waiting to sync')).toHaveCount(0);
    });

    test('asks where both sides changed one field, and sends what is kept', async ({
      page,
      context,
      server,
    }) => {
      await readyToGoOffline(page);
      const { path } = resourceSpecs.projects;
      const [any] = await recordsOn(server, 'projects');
      const body = { title: NAMES.projects, customer: any?.['customer'], status: 'pending', priority: 'low' };
      await server.api(path, { method: 'POST', body });
      const { id } = await projectOn(server, NAMES.projects);
      await page.goto(`${LISTS.projects}/${id}`);
      await page.getByRole('heading', { level: 1, name: NAMES.projects }).waitFor();
      await upToDate(page);
      await context.setOffline(true);
      await edit(page, async (dialog) => {
        await dialog.getByLabel('Status').selectOption('in_progress');
      });
      await server.api(`${path}${id}/`, { method: 'PATCH', body: { status: 'completed' } });
      await context.setOffline(false);
      await page.getByText('Needs attention:').waitFor({ timeout: 60_000 });
      await page.getByRole('link', { name: /^Open (?:Sync|the sync centre)$/ }).click();
      const question = page.getByRole('listitem').filter({ hasText: NAMES.projects });
      await expect(question).toContainText(
        /(?:Someone else|The office) changed Status to Completed while you changed it to In Progress\./,
      );
      await question.getByRole('button', { name: 'Keep mine' }).click();
      await expect
        .poll(async () => (await projectOn(server, NAMES.projects))['status'], { timeout: 30_000 })
        .toBe('in_progress');
      await upToDate(page);
    });
  });
}

/** The app that is served is the one that is meant. */
async function expectServed(server: Server, { app }: Pair): Promise<void> {
  const served = await (await fetch(server.url)).text();
  expect(served).toBe(await readFile(join(app, 'dist', 'index.html'), 'utf8'));
  const other = app === NOW ? before : NOW;
  expect(served).not.toBe(await readFile(join(other, 'dist', 'index.html'), 'utf8'));
}

async function atTheCustomers(page: Page): Promise<void> {
  await signIn(page);
  await openCustomers(page);
  await upToDate(page);
}

async function readyToGoOffline(page: Page): Promise<void> {
  await atTheCustomers(page);
  await offlineReady(page);
}

async function makeEveryKind(page: Page): Promise<void> {
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });
  await makeOne(page, 'projects', async (dialog) => {
    await dialog.getByLabel('Start Date').fill('3/5/2027');
  });
  await makeOne(page, 'estimates', async (dialog) => {
    await dialog.getByLabel('Valid Until').fill('Apr 1, 2027');
    await dialog.getByLabel('Subtotal').fill('100.10');
  });
  await makeOne(page, 'workOrders', async (dialog) => {
    await dialog.getByLabel('Scheduled Date').fill('2027-03-06');
  });
}

async function makeOne(
  page: Page,
  resource: ResourceName,
  fillIn: (dialog: Locator) => Promise<void>,
): Promise<void> {
  await page.goto(LISTS[resource]);
  const dialog = await openNew(page, resource);
  await dialog.getByLabel('Title').fill(NAMES[resource]);
  await pickCustomer(dialog, NAMES.customers);
  await fillIn(dialog);
  await create(dialog);
}

/** The records on the server that the test has made. */
async function named(server: Server, resource: ResourceName) {
  const isMade = (record: Readonly<Record<string, unknown>>): boolean =>
    resource === 'customers'
      ? record['email'] === 'nora.vance@example.com'
      : record['title'] === NAMES[resource];
  return (await recordsOn(server, resource)).filter(isMade);
}

async function openMade(page: Page, server: Server, resource: ResourceName): Promise<void> {
  const [made] = await named(server, resource);
  await page.goto(`${LISTS[resource]}/${made?.id}`);
  await page.getByRole('heading', { level: 1, name: NAMES[resource] }).waitFor();
}

async function change(page: Page, server: Server, resource: ResourceName): Promise<void> {
  const [field, label] =
    resource === 'customers' ? (['city', 'City'] as const) : (['description', 'Description'] as const);
  await openMade(page, server, resource);
  await edit(page, async (dialog) => {
    await dialog.getByLabel(label).fill(`Changed ${resource}`);
  });
  await upToDate(page);
  await expect.poll(async () => (await named(server, resource))[0]?.[field]).toBe(`Changed ${resource}`);
}

async function edit(page: Page, fillIn: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await fillIn(dialog);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
}

async function remove(page: Page, server: Server, resource: ResourceName): Promise<void> {
  await openMade(page, server, resource);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL(`**${LISTS[resource]}`);
  await expect.poll(async () => named(server, resource), { timeout: 30_000 }).toEqual([]);
}

/** By the menu, or by the button that was there before the menu. */
async function logOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Account menu' });
  const button = page.getByRole('button', { name: 'Log out', exact: true });
  await menu.or(button).click();
  if (await menu.isVisible()) await page.getByRole('menuitem', { name: 'Log out', disabled: false }).click();
  await page.waitForURL('**/login');
}
