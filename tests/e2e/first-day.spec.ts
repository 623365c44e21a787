import { findings } from './support/axe.ts';
import { connectionBack } from './support/connection.ts';
import { newCustomer, offlineReady, upToDate } from './support/customers.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { CLIENTS, clientRows, importDialog, toRows } from './support/imports.ts';
import { BERT } from './support/people.ts';
import { signIn } from './support/sign-in.ts';

test('an empty company is led through its first day', { tag: [INSTALLED, SMOKE] }, async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, BERT);
  await upToDate(page);
  await expect(page.getByRole('button', { name: 'Import from Excel or CSV' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  // A page that is opened while the worker takes over stays without it.
  await offlineReady(page);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toContainText([
    'Add your first customer',
    'Import customers from Excel or CSV',
    'Try it in airplane mode',
  ]);
  expect(await findings(page)).toEqual([]);

  await context.setOffline(true);
  await steps.getByRole('button', { name: 'Add Customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  const { first, last, email } = newCustomer(1);
  await form.getByLabel('First Name').fill(first);
  await form.getByLabel('Last Name').fill(last);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
  await expect(steps.getByText('Add your first customer (Done)')).toBeVisible();
  await expect(steps.getByText('Try it in airplane mode (Done)')).toBeVisible();
  await context.setOffline(false);
  await connectionBack(page);
  await upToDate(page);

  await steps.getByRole('button', { name: 'Import' }).click();
  await toRows(importDialog(page), clientRows(3));
  await importDialog(page).getByRole('button', { name: 'Import 3 customers' }).click();
  await expect(importDialog(page).getByText(`Imported 3 customers from ${CLIENTS}.`)).toBeVisible();
  await importDialog(page).getByRole('button', { name: 'Done' }).click();
  // Nobody presses what is still behind a dialog.
  await expect(importDialog(page)).toHaveCount(0);
  await expect(steps.getByText('Import customers from Excel or CSV (Done)')).toBeVisible();

  await steps.getByRole('button', { name: 'Close first steps' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await upToDate(page);
  await expect(page.getByRole('list', { name: 'Figures' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
