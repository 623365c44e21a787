import { upToDate } from './support/customers.ts';
import { expect, test } from './support/fixtures.ts';
import { recordsOn } from './support/held-records.ts';
import { enterOn } from './support/keyboard.ts';
import { runOnce } from './support/run-once.ts';

runOnce();

test('Enter in a picker takes what was typed, and never what was marked before', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const [, before, wanted] = (await recordsOn(server, 'customers')).map(
    (customer) => `${String(customer['first_name'])} ${String(customer['last_name'])}`,
  );
  await enterOn(page, 'link', 'Projects');
  await enterOn(page, 'button', 'Add Project');
  const picker = page.getByRole('dialog').getByLabel('Customer', { exact: true });
  await picker.fill(before ?? '');
  const marked = page.locator('[data-combobox-selected]');
  await expect(marked).toContainText(before ?? '');
  // Both in one task: no list can be drawn between the last letter and Enter.
  await picker.evaluate(async (field: HTMLInputElement, text) => {
    field.select();
    document.execCommand('insertText', false, text);
    await Promise.resolve();
    const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', key));
  }, wanted ?? '');
  await expect(picker).toHaveValue(wanted ?? '');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('Enter in a picker takes the first of a list that was drawn a moment ago', async ({
  page,
  server,
  signIn,
}) => {
  await signIn();
  await upToDate(page);
  const [, , wanted] = (await recordsOn(server, 'customers')).map(
    (customer) => `${String(customer['first_name'])} ${String(customer['last_name'])}`,
  );
  await enterOn(page, 'link', 'Projects');
  await enterOn(page, 'button', 'Add Project');
  const picker = page.getByRole('dialog').getByLabel('Customer', { exact: true });
  await picker.click();
  await expect(page.getByRole('listbox').getByRole('option').nth(2)).toBeVisible();
  // Right after the narrower list is in the page, before any effect.
  await picker.evaluate((field: HTMLInputElement, text) => {
    const list = document.querySelector('[role="listbox"]');
    const watch = new MutationObserver(() => {
      watch.disconnect();
      const key = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    if (list) watch.observe(list, { childList: true, subtree: true });
    field.select();
    document.execCommand('insertText', false, text);
  }, wanted ?? '');
  await expect(picker).toHaveValue(wanted ?? '');
  await expect(page.getByRole('listbox')).toHaveCount(0);
});
