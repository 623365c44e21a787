import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { beginImport, discardImport, importStep } from '../../src/records/imports/customer-imports.ts';
import { flush } from '../support/browser/flush.ts';
import { openedOver, press } from '../support/import/import-dialog.ts';
import { ann } from '../support/records/mutations.ts';
import { customers, onPhone, TestRecords } from '../support/records/record-services.tsx';

const HEADER = 'Full name;E-mail;Mobile;Type;Source';
/** As the companion tells them. */
const TOLD = {
  customers: {
    first_name: { maxLength: 100, mayBeBlank: false, blankWith: 'company_name' },
    last_name: { maxLength: 100, mayBeBlank: false, blankWith: 'company_name' },
    email: { maxLength: 254, shape: 'email' },
    phone: { maxLength: 20, shape: 'phone' },
  },
} as const;

/** The list with these in it, and the import's dialog over it, where the server has told its rules. */
async function opened(...seeded: readonly Fields[]) {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  await records.services.db.relaxed.meta.put({ key: 'capabilities', features: ['field-rules'], rules: TOLD });
  await records.seed(...seeded);
  return { records, ...(await openedOver(records)) };
}

async function choose(dialog: HTMLElement, ...lines: readonly string[]): Promise<void> {
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([lines.join('\n')], 'clients.csv')] } });
  await within(dialog).findByText(/^clients\.csv/);
}

/** The preview of these rows, checked. */
async function toRows(dialog: HTMLElement, ...lines: readonly string[]): Promise<void> {
  await choose(dialog, HEADER, ...lines);
  await within(dialog).findByRole('region', { name: 'Rows of the file' });
}

/** The words beside the buttons at the end: how many rows are ready, and why others are not. */
const status = (dialog: HTMLElement): HTMLElement =>
  within(dialog).getAllByRole('status').at(-1) as HTMLElement;
const group = (dialog: HTMLElement, name: RegExp): HTMLElement =>
  within(dialog).getByRole('region', { name });
const row = (dialog: HTMLElement, name: RegExp): HTMLElement =>
  within(dialog).getByRole('checkbox', { name }).closest('tr') as HTMLElement;

const PHONES = [
  'Ida Berg;ida@example.com;(208) 555-0101 ext. 5;commercial;web',
  'Bo Ek;bo@example.com;(208) 555-0102 x 17;;',
  'Cy Orr;cy@example.com;ask Bo;;',
  'Di May;di@example.com;(208) 555-0104;;',
];

describe('the preview of an import', () => {
  test('says which column is what, and which is not imported', async () => {
    const { dialog, user } = await opened(ann);
    await toRows(dialog, 'Ida Berg;ida@example.com;208 555 1234;commercial;web');
    expect(
      within(dialog).getByText(
        'Columns: Full Name, Email (from E-mail), Phone (from Mobile), Customer Type (from Type).',
      ),
    ).toBeVisible();
    expect(within(dialog).getByText('Not imported: Source.')).toBeVisible();
    expect(within(row(dialog, /row 2: Ida Berg/)).getByText('Berg')).toBeVisible();
    expect(status(dialog)).toHaveTextContent('The row is ready.');
    await user.click(within(dialog).getByText(/^Columns:/));
    await user.selectOptions(within(dialog).getByLabelText('Phone'), 'Not in the file');
    await user.selectOptions(within(dialog).getByLabelText('Company Name'), 'Source');
    await waitFor(() => expect(within(row(dialog, /row 2/)).getByText('web')).toBeVisible());
    expect(within(dialog).getByText('Not imported: Mobile.')).toBeVisible();
  });

  test('[Q44] counts the rows that a stopped import has left as known', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const ida = { ...ann, first_name: 'Ida', last_name: 'Berg', email: 'ida@example.com' };
    const plan = { file: 'old.csv', header: ['Name'], customers: [ida], leftOut: [] };
    await beginImport(records.services, plan);
    const { dialog } = await openedOver(records);
    await toRows(dialog, 'Ida Berg;ida@example.com;;;', 'Bo Ek;bo@example.com;;;');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('1 row needs a decision'));
    expect(row(dialog, /row 2: Ida Berg/)).toHaveTextContent('Ida Berg');
  });

  /** Another tab has begun to import Ida and 119 others, and this one has the preview of a file with Ida and Bo. */
  async function besideAnImport() {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const ida = { ...ann, first_name: 'Ida', last_name: 'Berg', email: 'ida@example.com' };
    const plan = { file: 'old.csv', header: ['Name'], customers: [ida, ...customers(119)], leftOut: [] };
    const id = await beginImport(records.services, plan);
    const { dialog } = await openedOver(records);
    await toRows(dialog, 'Ida Berg;ida@example.com;;;', 'Bo Ek;bo@example.com;;;');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('1 row needs a decision'));
    const ready = (): HTMLElement => within(dialog).getByRole('button', { name: 'Import 1 customer' });
    await waitFor(() => expect(ready()).toBeEnabled());
    return { records, dialog, id, ready };
  }

  test('[Q44] stays as it is while another tab imports', async () => {
    const { records, dialog, id, ready } = await besideAnImport();
    const seen = new Set<string>();
    const look = (): void => void seen.add(`${status(dialog).textContent}, ${ready().dataset['loading']}`);
    look();
    const watch = new MutationObserver(look);
    watch.observe(dialog, { subtree: true, childList: true, characterData: true, attributes: true });
    onTestFinished(() => watch.disconnect());
    const { collections } = records.services;
    for (const [from, count] of [
      [0, 100],
      [100, 120],
    ] as const) {
      await importStep(records.services, id, from);
      await waitFor(() => expect(collections.customers.getSnapshot().records).toHaveLength(count));
      // Whatever follows from that.
      for (let turn = 0; turn < 5; turn += 1) await act(flush);
    }
    expect([...seen]).toHaveLength(1);
  });

  test('[Q44] no longer counts the rows of an import that another tab drops', async () => {
    const { records, dialog, id } = await besideAnImport();
    await discardImport(records.services, id);
    await waitFor(() => expect(status(dialog)).toHaveTextContent('2 rows are ready.'));
  });

  test('groups the rows by what is doubtful, and a decision corrects them all', async () => {
    const { dialog, user, records } = await opened(ann);
    await toRows(dialog, ...PHONES);
    const extensions = group(dialog, /^2 phone numbers have an extension/);
    expect(extensions).toHaveTextContent('(208) 555-0101 ext. 5 → (208) 555-0101, without “ext. 5”');
    expect(status(dialog)).toHaveTextContent(
      '1 row is ready. 3 rows need a decision and are left out until then.',
    );
    await press(user, extensions, 'Correct all 2');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('3 rows are ready. 1 row needs a decision'));
    expect(extensions).toHaveTextContent('2 rows are corrected.');
    await press(user, extensions, 'Leave these rows out');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('1 row is ready.'));
    expect(extensions).toHaveTextContent('2 rows are left out.');
    await press(user, dialog, 'Undo');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('3 rows are ready.'));
    const words = group(dialog, /phone cell/);
    await press(user, words, 'Leave this row out');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('3 rows are ready. 1 row is left out.'));
    await press(user, dialog, 'Import 3 customers');
    expect(
      await within(dialog).findByText('Imported 3 customers from clients.csv; 1 left out.'),
    ).toBeVisible();
    expect(await within(dialog).findByText('1 row: This is not a phone number.')).toBeVisible();
    const made = await records.changes(3);
    expect(made.map(({ fields }) => fields['phone']?.value)).toEqual([
      '(208) 555-0101',
      '(208) 555-0102',
      '(208) 555-0104',
    ]);
  });

  test('lets rows of a group be edited one by one, or left out', async () => {
    const { dialog, user } = await opened(ann);
    await toRows(dialog, ...PHONES);
    await press(user, group(dialog, /^2 phone numbers/), 'Edit one by one');
    await waitFor(() => expect(within(dialog).getAllByRole('checkbox')).toHaveLength(2));
    const phone = within(row(dialog, /row 2/)).getByLabelText('Phone');
    await user.clear(phone);
    await user.type(phone, '208 555 0199{Enter}');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('2 rows are ready.'));
    expect(within(row(dialog, /row 2/)).getByRole('checkbox')).toBeChecked();
    await user.click(within(row(dialog, /row 2/)).getByRole('checkbox'));
    await waitFor(() => expect(row(dialog, /row 2/)).toHaveTextContent('Left out by you.'));
    expect(within(row(dialog, /row 3/)).getByRole('checkbox')).toBeDisabled();
  });

  // @spec D1.52
  test('asks once what an unknown word means', async () => {
    const { dialog, user } = await opened(ann);
    await toRows(
      dialog,
      'A B;a@example.com;;Homeowner;',
      'C D;c@example.com;;Homeowner;',
      'E F;e@example.com;;Martian;',
    );
    expect(within(dialog).getByLabelText('“Homeowner” in 2 rows means')).toHaveDisplayValue(
      'Probably Residential?',
    );
    await user.selectOptions(within(dialog).getByLabelText('“Homeowner” in 2 rows means'), 'Commercial');
    await user.selectOptions(within(dialog).getByLabelText('“Martian” in 1 row means'), 'Insurance');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('All 3 rows are ready.'));
    expect(row(dialog, /row 2/)).toHaveTextContent('Commercial');
  });

  test('leaves duplicates out, and imports another name with the same email', async () => {
    const { dialog, user } = await opened(ann);
    await toRows(dialog, 'Ann Lee;ANN@example.com;;;', 'Ann Again;ann@example.com;;;');
    expect(row(dialog, /row 2/)).toHaveTextContent('Same email as Ann Lee, who is on this device.');
    expect(status(dialog)).toHaveTextContent('1 row is ready.');
    await user.selectOptions(within(dialog).getByLabelText('Rows shown'), 'All 2 rows');
    expect(row(dialog, /row 3/)).toHaveTextContent('Ann Lee has this email too.');
    await press(user, group(dialog, /looks like a customer/), 'Import it anyway');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('All 2 rows are ready.'));
  });

  test('knows what the server refuses, and takes customers without an email or a person', async () => {
    const { dialog } = await opened(ann);
    await choose(dialog, 'First Name;Last Name;Company;E-mail', 'Cher;;;', ';;Acme;', 'Al;Ek;;');
    await within(dialog).findByText(/^2 rows are ready/);
    expect(group(dialog, /^A row has no Last Name/)).toHaveTextContent('The server will refuse this row.');
    expect(within(dialog).queryByText(/has no Email/)).toBeNull();
  });

  test('asks once about rows that lack first and last name, and decides about both', async () => {
    const { dialog, user } = await opened(ann);
    await choose(
      dialog,
      'First Name;Last Name;E-mail',
      ';;a@example.com',
      ';;b@example.com',
      'Al;Ek;c@d.com',
    );
    const names = await within(dialog).findByRole('region', {
      name: '2 rows have no First Name or Last Name',
    });
    expect(within(dialog).getAllByRole('region', { name: /Last Name/ })).toEqual([names]);
    await press(user, names, 'Leave these rows out');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('1 row is ready. 2 rows are left out.'));
    expect(names).not.toHaveTextContent('The server will refuse');
  });

  test('blocks nothing where the rules are not known, and says what may be refused', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { dialog } = await openedOver(records);
    await toRows(dialog, 'Cher Ono;;;;', 'Ida Berg;ida@example.com;;;');
    expect(status(dialog)).toHaveTextContent('2 rows are ready. The server may refuse one of them.');
    expect(group(dialog, /^A row has no Email/)).toHaveTextContent('Many servers refuse this.');
    expect(within(dialog).getByRole('button', { name: 'Import 2 customers' })).toBeEnabled();
  });

  test('tells the lines that are no customers, and takes another line for the names', async () => {
    const { dialog, user } = await opened(ann);
    await choose(dialog, 'Our customers', HEADER, 'Ida Berg;ida@example.com;;;', 'TOTAL;1;;;');
    await user.click(
      await within(dialog).findByText('2 lines are not customers, but titles, totals and notes.'),
    );
    expect(within(dialog).getByText('Row 1 is above the column names: Our customers')).toBeVisible();
    expect(within(dialog).getByText('Row 4 is a total: TOTAL, 1')).toBeVisible();
    await user.click(within(dialog).getByText(/^Columns:/));
    await user.selectOptions(within(dialog).getByLabelText('Column names are in'), 'Row 1: Our customers');
    expect(await within(dialog).findByText(/^clients\.csv · 2 rows/)).toBeVisible();
  });

  test.each([
    [[], 'This file has no rows below its header.'],
    [['TOTAL;1;;;'], 'There are no customers below the header.'],
  ])('says so where nothing is to be imported: %j', async (lines, words) => {
    const { dialog } = await opened(ann);
    await choose(dialog, HEADER, ...lines);
    await waitFor(() => expect(status(dialog)).toHaveTextContent(words));
  });

  test('shows the whole of a choice that its field cuts', async () => {
    const { dialog, user } = await opened(ann);
    await choose(dialog, 'Name,Billing Address,Shipping Address', 'Ida Berg,1 Elm,2 Elm');
    await user.click(within(dialog).getByText(/^Columns:/));
    const street = within(dialog).getByLabelText('Address Line 1');
    expect(street).toHaveDisplayValue('Billing Address, or…');
    expect(street).toHaveAccessibleDescription('Billing Address, or where that is empty Shipping Address');
  });

  test('imports a customer whose name looks like a total, and can undo that', async () => {
    const { dialog, user } = await opened(ann);
    await choose(dialog, HEADER, 'Ida Berg;ida@example.com;;;', 'Total;;;;', 'Bo Ek;bo@example.com;;;');
    await user.click(await within(dialog).findByText(/^1 line is not a customer/));
    await press(user, dialog, 'Import as a customer: row 3');
    expect(await within(dialog).findByText(/^clients\.csv · 3 rows/)).toBeVisible();
    expect(within(dialog).queryByText(/is not a customer/)).toBeNull();
    expect(await within(dialog).findByRole('checkbox', { name: 'Import row 3: Total' })).toBeVisible();
    await press(user, dialog, 'Undo');
    expect(await within(dialog).findByText(/^1 line is not a customer/)).toBeVisible();
  });

  test('asks how letters are written, with a line of the file', async () => {
    const { dialog, user } = await opened(ann);
    const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('First Name;Last Name\nRen'),
      0x8e,
      ...new TextEncoder().encode(';Berg\n'),
    ]);
    fireEvent.change(input, { target: { files: [new File([bytes], 'mac.csv')] } });
    const asked = await within(dialog).findByRole('group', { name: 'Which line is spelled correctly?' });
    expect(within(asked).getByRole('button', { pressed: true })).toHaveTextContent('René Berg');
    await user.click(within(asked).getByRole('button', { name: 'RenŽ Berg' }));
    expect(await within(dialog).findByRole('checkbox', { name: /RenŽ Berg/ })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'René Berg' }));
    expect(await within(dialog).findByRole('checkbox', { name: /René Berg/ })).toBeVisible();
  });

  test('keeps what was said when the first page is looked at again, and asks before it is lost', async () => {
    const { dialog, user } = await opened(ann);
    await toRows(dialog, ...PHONES);
    await press(user, group(dialog, /^2 phone numbers/), 'Correct all 2');
    await press(user, dialog, 'Back');
    await press(user, dialog, 'Continue with clients.csv');
    await waitFor(() => expect(status(dialog)).toHaveTextContent('3 rows are ready.'));
    await press(user, dialog, 'Close');
    expect(await screen.findByText(/will be lost\. Nothing has been imported/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(group(dialog, /^2 phone numbers/)).toHaveTextContent('2 rows are corrected.');
  });

  test('says what is wrong with a file, and takes another', async () => {
    const { dialog } = await opened(ann);
    const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
    fireEvent.change(input, { target: { files: [new File([''], 'clients.csv')] } });
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent('clients.csv'));
    expect(within(dialog).getByRole('button', { name: 'Choose another file' })).toBeVisible();
  });

  test('draws a few of thousands of rows', async () => {
    const { dialog } = await opened(ann);
    await toRows(dialog, ...Array.from({ length: 2500 }, (_, n) => `Nr ${n};nr${n}@example.com;;;`));
    expect(await within(dialog).findByText('All 2,500 rows are ready.')).toBeVisible();
    expect(within(dialog).getAllByRole('row').length).toBeLessThan(60);
  });

  test('is offered by an empty list, on a phone as well', async () => {
    onPhone();
    const { dialog } = await opened();
    expect(within(dialog).getByRole('button', { name: 'Choose a file' })).toBeVisible();
  });
});
