import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import { findings } from './support/axe.ts';
import { offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, test, VARIANT } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { enterOn, tabTo } from './support/keyboard.ts';
import { LISTS, openNew } from './support/records.ts';

const KINDS: readonly ResourceName[] = ['projects', 'estimates', 'workOrders'];

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`axe finds nothing on the screens and dialogs of all kinds, ${colorScheme}, ${width} px wide`, {
    tag: width === 390 ? [INSTALLED, VARIANT] : INSTALLED,
  }, async ({ page, context, server, signIn }) => {
    test.setTimeout(150_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const found: Record<string, string[]> = {};
    const look = async (where: string): Promise<void> => {
      found[where] = await findings(page);
    };

    const [order] = await recordsOn(server, 'workOrders');
    const timed = { method: 'PATCH', body: { scheduled_date: '2026-03-05T14:30:00Z' } };
    expect((await server.api(`${resourceSpecs.workOrders.path}${order?.id}/`, timed)).status).toBe(200);
    await signIn();
    await upToDate(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('status', { name: 'Loading the dashboard' })).toHaveCount(0);
    await look('dashboard');
    for (const resource of KINDS) {
      await page.goto(LISTS[resource]);
      await page.getByText(/^\d+ (projects|estimates|work orders)$/).waitFor();
      await look(`${resource}, list`);
      const dialog = await openNew(page, resource);
      await dialog.getByRole('button', { name: 'Create' }).waitFor();
      await look(`${resource}, dialog`);
      const [held] = await recordsOn(server, resource);
      if (resource === 'projects') {
        await dialog.getByLabel('Customer', { exact: true }).click();
        await page.getByRole('listbox').getByRole('option').first().waitFor();
        await look('picker');
        await page.getByRole('option', { name: 'Add New Customer' }).click();
        const above = page.getByRole('dialog', { name: 'Add New Customer' });
        await above.getByRole('button', { name: 'Create' }).waitFor();
        await look('dialog above another');
        await above.getByRole('button', { name: 'Cancel' }).click();
        await expect(above).toHaveCount(0);
        await dialog.getByLabel('Start Date').fill('03/05/2026');
        await page.getByRole('table').last().waitFor();
        await look('calendar');
      }
      if (resource === 'estimates') {
        await dialog.getByRole('button', { name: 'Create' }).click();
        await page.getByText('Please select a customer').waitFor();
        await look('estimates, refused');
      }
      await page.goto(`${LISTS[resource]}/${held?.id}`);
      await page.getByRole('heading', { level: 2 }).first().waitFor();
      await look(`${resource}, record`);
    }
    await page.emulateMedia({ colorScheme, media: 'print' });
    await expect(page.getByRole('heading', { level: 1, name: 'Work Order' })).toBeVisible();
    await look('record, printed');
    await page.emulateMedia({ colorScheme, media: 'screen' });
    await page.getByRole('button', { name: 'Print' }).click();
    await page.getByLabel('With amounts').waitFor();
    await look('what to print');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    const field = page.getByRole('dialog').getByLabel('Scheduled Date', { exact: true });
    await expect(field).toHaveText(/:30 [AP]M$/);
    await field.click();
    await page.getByRole('table').last().waitFor();
    await look('calendar with a time');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const elsewhere = await context.newPage();
    await elsewhere.goto(page.url());
    await elsewhere.getByRole('button', { name: 'Delete' }).click();
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await elsewhere.waitForURL('**/work-orders');
    await elsewhere.close();
    await page.getByText('This work order was deleted.').waitFor();
    await look('record that was deleted while it was open');
    await page.goto('/projects?status=pending,on_hold&search=nothing+like+this');
    await page.getByText('No projects match').waitFor();
    await look('filter without a match');
    const [referred] = await recordsOn(server, 'projects');
    await page.goto(`/customers/${String(referred?.['customer'])}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(/to this customer\.$/).waitFor();
    await look('delete question with dependants');
    await page.goto('/settings');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await look('settings');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Company Name').waitFor();
    await look('settings, dialog');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await offlineReady(page);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await page.getByText(/^This device’s figures/).waitFor();
    await look('dashboard without a connection');
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((where) => [where, []])));
    expect(Object.keys(found)).toHaveLength(23);
  });
}

test('an estimate is added, changed and deleted by keyboard alone', async ({ page, server, signIn }) => {
  await signIn();
  await upToDate(page);
  const [newest] = await recordsOn(server, 'customers');
  const name = `${String(newest?.['first_name'])} ${String(newest?.['last_name'])}`;
  await enterOn(page, 'link', 'Estimates');
  await enterOn(page, 'button', 'Add Estimate');
  const dialog = page.getByRole('dialog', { name: 'Add New Estimate' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('Attic dry-out');
  await page.keyboard.press('Tab');
  const picker = dialog.getByLabel('Customer', { exact: true });
  await expect(picker).toBeFocused();
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name })).not.toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(picker).toHaveValue(name);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(picker).toHaveValue(name);

  await tabTo(page, 'textbox', 'Valid Until');
  await page.keyboard.type('12/31/2027');
  await tabTo(page, 'textbox', 'Subtotal');
  await page.keyboard.type('1,000');
  await tabTo(page, 'textbox', 'Tax Rate (%)');
  await page.keyboard.type('7.5');
  await expect(dialog.getByLabel('Total Amount')).toHaveValue('1,075.00');
  await enterOn(page, 'button', 'Create');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Estimate' })).toBeFocused();
  await expect(page.getByRole('row').filter({ hasText: 'Attic dry-out' })).toBeInViewport();
  await upToDate(page);
  expect((await recordsOn(server, 'estimates'))[0]).toMatchObject({
    title: 'Attic dry-out',
    customer: newest?.id,
    valid_until: '2027-12-31',
    total_amount: { amount: '1075.00' },
  });

  await tabTo(page, 'searchbox', 'Search estimates');
  await page.keyboard.type('Attic dry-out');
  await expect(page.getByRole('row')).toHaveCount(2);
  await enterOn(page, 'button', 'Edit Attic dry-out');
  await tabTo(page, 'combobox', 'Status');
  await page.keyboard.press('s');
  await enterOn(page, 'button', 'Update');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Attic dry-out' })).toContainText('Sent');
  await enterOn(page, 'button', 'Delete Attic dry-out');
  await enterOn(page, 'button', 'Delete');
  await expect(page.getByRole('row')).toHaveCount(0);
  // Right after the key the status may still say what it said before.
  await expect
    .poll(async () => (await recordsOn(server, 'estimates')).filter(({ title }) => title === 'Attic dry-out'))
    .toEqual([]);
});
