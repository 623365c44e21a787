import { expect, type Locator, type Page } from '@playwright/test';
import { databaseOf } from './kept.ts';

/** Text to type into the form for a new customer. */
export const TYPED = { 'First Name': 'Ida', 'Last Name': 'Haller', City: 'Galveston' } as const;
const TYPED_NAME = 'Ida Haller';
const OFFER = /You were adding a customer at .*\d/;

/** Opens the form for a new customer and types into it. */
export async function typeNew(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  await expect(form.getByLabel('First Name')).toBeFocused();
  for (const [label, text] of Object.entries(TYPED)) await form.getByLabel(label).fill(text);
  return form;
}

/** Waits until the device has stored the draft with this text. */
export async function draftKept(page: Page, text: string = TYPED.City): Promise<void> {
  const database = await databaseOf(page);
  await expect.poll(() => draftsIn(page, database), { intervals: [50] }).toContain(text);
}

/** Returns an account's drafts as text. */
export async function draftsIn(page: Page, database: string): Promise<string> {
  return page.evaluate(
    (name) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
        opening.onsuccess = () => {
          const db = opening.result;
          const all = db.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            db.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
    database,
  );
}

/** The offers to continue unsaved forms. */
export function offersOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Not saved yet' }).getByRole('listitem');
}

/** Waits for the only offer, which is for the new customer, and continues with it. */
export async function goOnWith(page: Page): Promise<Locator> {
  await expect(offersOn(page)).toHaveCount(1);
  await expect(offersOn(page)).toContainText(OFFER);
  await expect(offersOn(page)).toContainText(TYPED_NAME);
  await page.getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Customer' });
  for (const [label, text] of Object.entries(TYPED)) await expect(form.getByLabel(label)).toHaveValue(text);
  return form;
}

/** Completes the new customer and saves it. */
export async function saveNew(form: Locator, email = 'ida.haller@example.com'): Promise<void> {
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form).toHaveCount(0);
}
