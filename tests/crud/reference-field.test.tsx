import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { watchDrawing } from '../support/browser/watch-drawing.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

/** A new project's dialog over a book of customers. */
async function openPicker(...book: readonly Fields[]) {
  const records = await TestRecords.open();
  await records.seed(...book);
  await records.say({ reasons: ['offline'] });
  const { user } = startApp('/projects', records);
  await user.click((await screen.findAllByRole('button', { name: 'Add Project' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add New Project' });
  const picker = await within(dialog).findByRole('combobox', { name: 'Customer' });
  return { records, user, dialog, picker };
}

/** The options that are in sight; the first line of each. */
function options(): (string | undefined)[] {
  const listbox = screen.getByRole('listbox', { name: 'Select a Customer', hidden: true });
  return [...listbox.querySelectorAll('[role=option]')].map((option) =>
    (option.firstElementChild?.tagName === 'SPAN' ? option.firstElementChild : option).textContent?.trim(),
  );
}

// @spec 5.14
test('searches the whole book, in sight of the first twenty', async () => {
  const { user, picker } = await openPicker(CUSTOMERS.a, ...customers(60));
  expect(picker).toHaveAttribute('placeholder', 'Select a Customer');
  await user.click(picker);
  await waitFor(() => expect(options()).toHaveLength(22));
  expect(options().slice(0, 2)).toEqual(['Select a Customer', 'Cleo Nr60']);
  expect(options().at(-1)).toBe('Add New Customer');
  expect(screen.getByText('and 41 more: type to find one')).toBeInTheDocument();
  type(picker, 'ann l');
  await waitFor(() => expect(options()).toEqual(['Ann Lee', 'Add New Customer']));
  expect(screen.getByRole('listbox', { hidden: true })).toHaveTextContent(
    'desk@example.org · +1-555-123-4567',
  );
  type(picker, 'zzz');
  expect(await screen.findByText('Nothing found')).toBeInTheDocument();
});

test('is drawn before its options, which would be in the task of the form', async () => {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  startApp('/projects', records);
  const [add] = await screen.findAllByRole('button', { name: 'Add Project' });
  const wasAlone = watchDrawing('[placeholder="Select a Customer"]', '[role=listbox]');
  add?.click();
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(wasAlone()).toBe(true);
});

test('works by keyboard: arrows choose, Enter takes and saves nothing, Escape closes the list alone', async () => {
  const { records, user, dialog, picker } = await openPicker(CUSTOMERS.a, CUSTOMERS.b);
  await user.click(picker);
  await user.keyboard('{Escape}');
  expect(picker).toHaveAttribute('aria-expanded', 'false');
  expect(dialog).toBeVisible();

  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(picker).toHaveValue('Ann Lee');
  await user.clear(picker);
  await user.keyboard('be{Enter}');
  expect(picker).toHaveValue('Ben Brown');
  await user.keyboard('zz{Escape}');
  expect(picker).toHaveValue('Ben Brown');

  // Enter with nothing marked closes the list; the form is not saved around it.
  await user.click(picker);
  await user.keyboard('{Enter}');
  expect(picker).toHaveAttribute('aria-expanded', 'false');
  await user.click(picker);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(picker).toHaveValue('');
  expect(await records.outbox()).toEqual([]);

  // With the list closed, Escape is the dialog's again.
  await user.keyboard('{Escape}');
  await gone(dialog);
});

// @spec D2.36
test('makes a new customer on the spot, without a connection, and picks it', async () => {
  const { records, user, dialog, picker } = await openPicker(CUSTOMERS.a);
  await user.click(picker);
  await user.keyboard('{ArrowUp}{Enter}');
  const inner = await screen.findByRole('dialog', { name: 'Add New Customer' });
  type(await within(inner).findByLabelText('First Name'), 'Nora');
  await user.type(within(inner).getByLabelText('First Name'), '{Enter}');
  await gone(inner);
  expect(dialog).toBeVisible();
  await waitFor(() => expect(picker).toHaveValue('Nora'));
  expect(picker).toHaveFocus();
  await user.click(button(dialog, 'Create'));
  await gone(dialog);
  const [customer, project] = await records.changes(2);
  expect(customer).toMatchObject({ resource: 'customers', kind: 'create' });
  expect(project).toMatchObject({ resource: 'projects', deps: [customer?.localId] });
});

test('an open calendar takes Escape for itself as well', async () => {
  const { user, dialog } = await openPicker(CUSTOMERS.a);
  await user.click(within(dialog).getByLabelText('Start Date'));
  await waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).not.toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.querySelector('[data-dates-dropdown]')).toBeNull());
  expect(dialog).toBeVisible();
  await user.keyboard('{Escape}');
  await gone(dialog);
});

test('offers the customer’s address while the job has none', async () => {
  const { user, dialog, picker } = await openPicker(CUSTOMERS.a, CUSTOMERS.b);
  await user.type(picker, 'ben{Enter}');
  expect(within(dialog).queryByText(/^Ben Brown:/)).toBeNull();
  await user.clear(picker);
  await user.type(picker, 'ann{Enter}');
  expect(await within(dialog).findByText('Ann Lee: 12 Main St, Boise, ID 83702')).toBeVisible();
  await user.click(button(dialog, 'Use this address'));
  const shown = ['Address Line 1', 'Address Line 2', 'City', 'State', 'ZIP Code'].map(
    (label) => within(dialog).getByLabelText<HTMLInputElement>(label).value,
  );
  expect(shown).toEqual(['12 Main St', '', 'Boise', 'ID', '83702']);
  expect(within(dialog).queryByText(/^Ann Lee:/)).toBeNull();
});
