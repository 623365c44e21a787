import { expect, type Page } from '@playwright/test';

/** Chooses an entry of the menu on a record's screen, once it is enabled. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem', { name });
  await expect(item).not.toHaveAttribute('aria-disabled');
  await item.click();
}

/** Waits until the record's document can be printed. */
export async function printable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Print' })).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Escape');
}

export async function addChecklist(page: Page, type: string): Promise<void> {
  await page.getByRole('button', { name: 'Add checklist' }).click();
  await page.getByRole('menuitem', { name: type }).click();
}
