import { draftKept, offersOn, typeNew } from '../support/drafts.ts';
import { openNew } from '../support/records.ts';
import type { Scene } from './scene.ts';

export const FORMS: readonly Scene[] = [
  [
    'picker',
    async ({ page }) => {
      await page.goto('/projects');
      const dialog = await openNew(page, 'projects');
      await dialog.getByLabel('Customer', { exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    },
  ],
  [
    'calendar',
    async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').getByLabel('Start Date').click();
      await page.getByRole('table').last().waitFor();
    },
  ],
  [
    'estimate-refused',
    async ({ page }) => {
      await page.goto('/estimates');
      const dialog = await openNew(page, 'estimates');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByText('Please select a customer').waitFor();
    },
  ],
  [
    'customer-refused',
    async ({ page }) => {
      await page.goto('/customers');
      const dialog = await openNew(page, 'customers');
      await dialog.getByLabel('Email').fill('no address');
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByRole('alert').getByText(/./).first().waitFor();
    },
  ],
  [
    'discard',
    async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor();
    },
  ],
  [
    'draft',
    async ({ page, context }) => {
      await page.getByRole('button', { name: 'Discard' }).click();
      const other = await context.newPage();
      await other.goto('/customers');
      await typeNew(other);
      await draftKept(other);
      await other.close();
      await offersOn(page).first().waitFor();
    },
  ],
  [
    'draft-goes-on',
    async ({ page }) => {
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('dialog', { name: 'Add New Customer' }).waitFor();
    },
  ],
  [
    'form-full-device',
    async ({ page }) => {
      await page.evaluate(() => {
        IDBObjectStore.prototype.put = () => {
          throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
        };
      });
      await page.getByRole('dialog').getByLabel('City').fill('Laramie');
      await page.getByText('This device is out of storage').first().waitFor();
    },
  ],
];
