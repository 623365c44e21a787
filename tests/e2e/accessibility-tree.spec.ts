import { addCustomer, searchBox, syncStatus, upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { openNew } from './support/records.ts';

// What a screen reader is told of the three kinds of screen that everything else is made of.

test('a list tells its name, how much it shows, its columns and rows; a dialog its name, its fields and how it is left', async ({
  page,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  await searchBox(page).fill('grace');
  await expect(page.getByRole('status').filter({ hasText: '3 of 200 customers' })).toBeVisible();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - link "Skip to content"
    - navigation "Main":
      - list:
        - listitem:
          - link "Customers"
    - banner:
      - heading "Customers" [level=1]
      - link /Up to date as of/
      - button "Find"
      - button "Account menu"
    - main:
      - searchbox "Search customers": grace
      - combobox "Filter by type":
        - option /all/ [selected]
        - option "Residential"
      - combobox "Filter by status"
      - button "Import"
      - button "List options"
      - status: 3 of 200 customers
      - button "Add Customer"
      - table:
        - rowgroup:
          - row /Name/:
            - columnheader "Name":
              - button "Name"
            - columnheader "Email"
            - columnheader "Phone"
            - columnheader "Company"
            - columnheader "Type"
            - columnheader "Status"
            - columnheader "Actions"
        - rowgroup:
          - row /Grace Murphy/:
            - cell "Grace Murphy":
              - link "Grace Murphy"
            - cell "grace.murphy@example.com"
            - cell "Residential"
            - cell "Prospect"
            - cell:
              - button "Edit Grace Murphy"
              - button "Delete Grace Murphy"
  `);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Customers' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  const dialog = await openNew(page, 'customers');
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Add New Customer":
      - heading "Add New Customer" [level=2]
      - button "Close"
      - textbox "First Name"
      - textbox "Last Name"
      - textbox "Email"
      - textbox "Phone"
      - textbox "Company Name"
      - combobox "Customer Type":
        - option "Residential" [selected]
      - combobox "Status":
        - option "Active" [selected]
      - textbox "Address Line 1"
      - textbox "City"
      - textbox "State"
      - textbox "ZIP Code"
      - button "Cancel"
      - button "Create"
  `);
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription(/name@example\.com/);
  await expect(dialog.getByLabel('Phone')).toHaveAccessibleDescription(/\+1-555-123-4567/);
  await expect(dialog).toHaveAttribute('aria-modal', 'true');
});

test('the sync screen tells what it waits for, and which change waits for what', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  // Nothing is kept for offline use in this test: the screen and the form are fetched before.
  await syncStatus(page).click();
  await page.getByRole('button', { name: 'Sync now' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Add Customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await context.setOffline(true);
  await addCustomer(page, { first: 'Nora', last: 'Vance', email: 'nora.vance@example.com' });
  await syncStatus(page).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - heading /Sync/ [level=1]
      - link /No connection · 1 change waiting/
    - main:
      - status: /Last fetched/
      - button "Sync now"
      - status:
        - group: /There is no connection/
      - region "Waiting to be sent 1":
        - heading "Waiting to be sent 1" [level=2]
        - list:
          - listitem:
            - paragraph:
              - link "Nora Vance"
            - paragraph: /New customer · made/
            - paragraph: Waiting
      - region "Finished changes":
        - heading "Finished changes" [level=2]:
          - button "Finished changes"
      - region "Storage":
        - heading "Storage" [level=2]
  `);
  await expect(page.getByRole('button', { name: 'Finished changes' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});
