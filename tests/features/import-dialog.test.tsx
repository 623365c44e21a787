import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { updateRecord } from '../../src/records/commands.ts';
import { beginImport, importStep } from '../../src/records/imports.ts';
import { beginImportUndo, undoImportStep } from '../../src/records/undo-import.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { customers, onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

type User = ReturnType<typeof startApp>['user'];

const HEADER = 'Full name;E-mail;Mobile;Type;Source';

/** Time passes: what is done between frames goes on. */
function tick({ clock }: TestRecords): void {
  const ticking = setInterval(() => act(() => clock.advance(1)), 5);
  onTestFinished(() => clearInterval(ticking));
}

/** The list with these in it, and the import's dialog over it. */
async function opened(...seeded: readonly Fields[]) {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  await records.seed(...seeded);
  tick(records);
  const { user } = startApp('/customers', records);
  const buttons = await screen.findAllByRole('button', { name: /^Import/ });
  await user.click(buttons[0] as HTMLElement);
  return { records, user, dialog: await screen.findByRole('dialog', { name: 'Import customers' }) };
}

async function choose(dialog: HTMLElement, ...lines: readonly string[]): Promise<void> {
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File([lines.join('\n')], 'clients.csv')] } });
  await within(dialog).findByText(/clients\.csv/);
}

async function toRows(user: User, dialog: HTMLElement, ...lines: readonly string[]): Promise<void> {
  await choose(dialog, HEADER, ...lines);
  await user.click(await within(dialog).findByRole('button', { name: 'Check rows' }));
  await within(dialog).findByText('Rows of the file');
}

describe('the import of customers', () => {
  test('matches the columns, corrects rows, leaves duplicates out, and saves each row as a change', async () => {
    const { records, user, dialog } = await opened(ann);
    await choose(dialog, HEADER, 'Ida Berg;ida@example.com;208 555 1234;commercial;web');
    expect(await within(dialog).findByLabelText('Email')).toHaveDisplayValue('E-mail');
    expect(within(dialog).getByLabelText('Full Name')).toHaveDisplayValue('Full name');
    expect(within(dialog).getByText('Not imported: Source.')).toBeVisible();
    expect(within(dialog).getByRole('cell', { name: 'Berg' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    await toRows(
      user,
      dialog,
      'Ida Berg;ida@example.com;208 555 1234;commercial;web',
      'Ann Again;ANN@example.com;;;',
      'Cher;;;;',
      'Bo Ek;bo@example.com;;Martian;',
    );
    expect(
      within(dialog)
        .getByText(/^1 row is ready\./)
        .closest('p'),
    ).toHaveTextContent(/^1 row is ready\. 2 rows lack something .* 1 row looks like a duplicate/);
    expect(within(dialog).getByText('Same email as Ann Lee, who is on this device.')).toBeVisible();
    await user.type(within(dialog).getByLabelText('Last Name'), 'Ono{Enter}');
    await user.type(within(dialog).getByLabelText('Email'), 'cher@example.com{Enter}');
    await user.selectOptions(within(dialog).getByLabelText('Customer Type'), 'Commercial');
    await user.click(await within(dialog).findByRole('button', { name: 'Import 3 customers' }));
    expect(
      await within(dialog).findByText('Imported 3 customers from clients.csv; 1 left out.'),
    ).toBeVisible();
    const made = await records.changes(3);
    expect(
      made.map(({ kind, fields }) => [kind, fields['last_name']?.value, fields['customer_type']?.value]),
    ).toEqual([
      ['create', 'Berg', 'commercial'],
      ['create', 'Ono', 'residential'],
      ['create', 'Ek', 'commercial'],
    ]);
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByText(/^Imported 3 customers/)).toBeNull();
    expect(await screen.findByText(/^4 customers/)).toBeVisible();
  });

  test('imports a duplicate where the person says so, and leaves out what they leave out', async () => {
    const { user, dialog } = await opened(ann);
    await toRows(user, dialog, 'Ann Again;ann@example.com;;;', 'Ida Berg;ida@example.com;;;');
    await user.click(within(dialog).getByRole('button', { name: 'Import row 2 anyway' }));
    expect(await within(dialog).findByRole('button', { name: 'Import 2 customers' })).toBeEnabled();
    await user.click(within(dialog).getByRole('button', { name: 'Leave out row 2' }));
    await user.click(within(dialog).getByRole('button', { name: 'Leave out row 3' }));
    expect(await within(dialog).findByText('No row is ready to be imported.')).toBeVisible();
  });

  test('asks before what was corrected is lost', async () => {
    const { user, dialog } = await opened(ann);
    await toRows(user, dialog, 'Ida Berg;ida@example.com;;;');
    await user.click(within(dialog).getByRole('button', { name: 'Leave out row 2' }));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/have not been imported/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await user.click(within(dialog).getByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await within(dialog).findByRole('button', { name: 'Check rows' })).toBeVisible();
  });

  test('says what is wrong with a file, and takes another', async () => {
    const { dialog } = await opened(ann);
    await choose(dialog, 'First Name,Last Name');
    const words = 'clients.csv has a line of column names and no rows below it.';
    await waitFor(() => expect(within(dialog).getByRole('alert')).toHaveTextContent(words));
    expect(within(dialog).getByRole('button', { name: 'Choose another file' })).toBeVisible();
  });

  test('draws a few of thousands of rows', async () => {
    const { user, dialog } = await opened(ann);
    const lines = Array.from({ length: 2500 }, (_, n) => `Nr ${n};nr${n}@example.com;;;`);
    await toRows(user, dialog, ...lines);
    expect(within(dialog).getByText('All 2,500 rows are ready.')).toBeVisible();
    expect(within(dialog).getAllByRole('listitem').length).toBeLessThan(60);
  });

  test('is offered by an empty list, on a phone as well', async () => {
    onPhone();
    const { dialog } = await opened();
    expect(within(dialog).getByRole('button', { name: 'Choose a CSV file' })).toBeVisible();
  });
});

describe('an import that was stopped', () => {
  async function stopped() {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const plan = { file: 'clients.csv', header: ['Name'], customers: customers(120), leftOut: [] };
    const id = await beginImport(records.services, plan);
    await importStep(records.services, id, 0);
    tick(records);
    return { records, ...startApp('/customers', records) };
  }

  test('is told above the list, and gone on with', async () => {
    const { records, user } = await stopped();
    expect(
      await screen.findByText('An import of clients.csv was stopped after 100 of 120 rows.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText('Imported 120 customers from clients.csv.')).toBeVisible();
    expect(await records.changes(120)).toHaveLength(120);
  });

  test('is discarded after a question, and what it made stays', async () => {
    const { records, user } = await stopped();
    await user.click(await screen.findByRole('button', { name: 'Discard the rest' }));
    const question = await screen.findByRole('dialog', { name: 'Discard the rest of this import?' });
    expect(question).toHaveTextContent('20 rows have not been imported. What was imported stays.');
    await user.click(within(question).getByRole('button', { name: 'Discard the rest' }));
    await waitFor(() => expect(screen.queryByText(/was stopped/)).toBeNull());
    expect(await records.outbox()).toHaveLength(100);
    expect(screen.queryByRole('region', { name: 'Import customers' })).toBeNull();
  });

  test('is unsaved work at log-out', async () => {
    const { records, user } = await stopped();
    await screen.findByText(/was stopped/);
    await records.services.db.strict.outbox.clear();
    await user.click(await screen.findByRole('button', { name: 'Account menu' }));
    const entry = await screen.findByRole('menuitem', { name: 'Log out' });
    await waitFor(() => expect(entry).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(entry);
    expect(await screen.findByText(/1 import of customers is not finished\./)).toBeVisible();
  });
});

test('a customer that is only like another is imported', async () => {
  const { user, dialog } = await opened(
    aCustomer({ first_name: 'Ida', last_name: 'Berg', email: 'other@example.com' }),
  );
  await toRows(user, dialog, 'Ida Berg;ida@example.com;;;');
  expect(within(dialog).getByText('The row is ready.')).toBeVisible();
});

describe('an import that is undone', () => {
  /** A finished import of so many rows, above the list. */
  async function finished(count: number) {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const plan = { file: 'clients.csv', header: ['Name'], customers: customers(count), leftOut: [] };
    const id = await beginImport(records.services, plan);
    for (let from = 0; from < count; from += 100) await importStep(records.services, id, from);
    tick(records);
    return { records, id, ...startApp('/customers', records) };
  }

  async function confirmUndo(user: User): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this import?' });
    await user.click(within(question).getByRole('button', { name: 'Undo import' }));
  }

  test('[Q37] is gone after a question, from the notice above the list', async () => {
    const { records, user } = await finished(120);
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    const question = await screen.findByRole('dialog', { name: 'Undo this import?' });
    expect(question).toHaveTextContent('This deletes the 120 customers that it added.');
    await user.click(within(question).getByRole('button', { name: 'Keep them' }));
    expect(await records.outbox()).toHaveLength(120);
    await confirmUndo(user);
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    const outcome = 'The import of clients.csv is undone: 120 customers are deleted.';
    expect(await within(dialog).findByText(outcome)).toBeVisible();
    expect(await records.outbox()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(screen.queryByText(outcome)).toBeNull();
  });

  test('[Q37] can be undone after it was closed, and names what stays and why', async () => {
    const { records, user } = await finished(3);
    const [first] = await records.services.db.relaxed.customers.toArray();
    const initial = first?.view ?? {};
    const changed = { initial, draft: { ...initial, last_name: 'Changed' }, watch: false };
    await updateRecord(records.services, 'customers', first?.localId ?? '', changed);
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo import' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText(/: 3 customers from clients\.csv\.$/)).toBeVisible();
    await confirmUndo(user);
    expect(await within(dialog).findByText(/is undone: 2 customers are deleted\.$/)).toBeVisible();
    expect(within(dialog).getByText('1 customer stays because it was changed since.')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: 'Cleo Changed' })).toBeVisible();
  });

  test('[Q38] goes on where it stood', async () => {
    const { records, id, user } = await finished(120);
    await beginImportUndo(records.services, id);
    await undoImportStep(records.services, id, 0);
    const words = 'The undo of an import of clients.csv was stopped after 100 of 120 customers.';
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText(/is undone: 120 customers are deleted\.$/)).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });

  test('[Q37] that was stopped is undone with what it has made', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const plan = { file: 'clients.csv', header: ['Name'], customers: customers(120), leftOut: [] };
    await importStep(records.services, await beginImport(records.services, plan), 0);
    tick(records);
    const { user } = startApp('/customers', records);
    await screen.findByText(/was stopped after 100 of 120 rows/);
    await confirmUndo(user);
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText(/is undone: 100 customers are deleted\.$/)).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });
});
