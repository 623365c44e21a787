import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createRecord, updateRecord } from '../../src/records/commands.ts';
import { beginImport, importStep, readLeftOut } from '../../src/records/imports/customer-imports.ts';
import type { ImportHead } from '../../src/records/imports/import-rows.ts';
import { beginImportUndo, undoImportStep } from '../../src/records/undo/import-undo.ts';
import { tick, type User } from '../support/import/import-dialog.ts';
import { customers, startApp, TestRecords } from '../support/records/record-services.tsx';

describe('an import that was stopped', () => {
  async function stopped(count = 120) {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const plan = { file: 'clients.csv', header: ['Name'], customers: customers(count), leftOut: [] };
    const id = await beginImport(records.services, plan);
    await importStep(records.services, id, 0);
    tick(records);
    return { records, count, id, ...startApp('/customers', records) };
  }

  test('is told above the list, and gone on with', async () => {
    const { records, user } = await stopped();
    expect(
      await screen.findByText('An import of clients.csv was stopped after 100 of 120 rows.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText('Imported 120 customers from clients.csv.')).toBeVisible();
    expect(await records.changes(120)).toHaveLength(120);
  });

  /** The last two rows of the rest were added otherwise since, and one that is not in the file. */
  async function addedSince({ records, count }: Awaited<ReturnType<typeof stopped>>) {
    const rows = customers(count).slice(count - 2);
    for (const customer of [...rows, { ...rows[0], first_name: 'Bo', email: 'bo@example.com' }])
      await createRecord(records.services, 'customers', customer, { watch: false });
  }

  async function continued(opened: Awaited<ReturnType<typeof stopped>>) {
    await addedSince(opened);
    await opened.user.click(await screen.findByRole('button', { name: 'Continue' }));
    const question = await screen.findByRole('dialog', { name: 'Some of the rest is here already' });
    expect(question).toHaveTextContent(
      '2 rows of the rest are like customers that were added after this import began.',
    );
    return question;
  }

  const emailsOf = async (records: TestRecords): Promise<unknown[]> =>
    (await records.outbox()).map(({ fields }) => fields['email']?.value);

  test('[Q44] asks about rows that are like customers added since, and leaves them out', async () => {
    const opened = await stopped();
    const { records, user } = opened;
    const question = await continued(opened);
    await user.click(within(question).getByRole('button', { name: 'Leave these rows out' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    const words = 'Imported 118 customers from clients.csv; 2 left out.';
    expect(await within(dialog).findByText(words)).toBeVisible();
    expect(await within(dialog).findByText(/A customer like this was added after/)).toBeVisible();
    const emails = await emailsOf(records);
    expect([emails.length, new Set(emails).size]).toEqual([121, 121]);
    const [head] = (await records.services.db.relaxed.imports.toArray()) as ImportHead[];
    expect(await readLeftOut(records.services, head?.id ?? '')).toEqual([
      [
        expect.stringContaining('Cleo Nr119, cleo119@example.com'),
        'A customer like this was added after the import began.',
      ],
      [expect.stringContaining('Cleo Nr120'), 'A customer like this was added after the import began.'],
    ]);
  });

  test('[Q44] takes them all the same if the person says so', async () => {
    const opened = await stopped();
    const question = await continued(opened);
    await opened.user.click(within(question).getByRole('button', { name: 'Import them anyway' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText('Imported 120 customers from clients.csv.')).toBeVisible();
    expect(await emailsOf(opened.records)).toHaveLength(123);
  });

  test('[Q44] asks again if another tab has moved it on, and leaves the rows out then', async () => {
    const opened = await stopped(220);
    const question = await continued(opened);
    await importStep(opened.records.services, opened.id, 100);
    const leaveOut = within(question).getByRole('button', { name: 'Leave these rows out' });
    await opened.user.click(leaveOut);
    expect(await within(question).findByText(/^Another tab has gone on with this import/)).toBeVisible();
    await waitFor(() => expect(leaveOut).toBeEnabled());
    await opened.user.click(leaveOut);
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    const words = 'Imported 218 customers from clients.csv; 2 left out.';
    expect(await within(dialog).findByText(words)).toBeVisible();
  });

  test('[Q44] says that its rest could not be read, and can be tried again', async () => {
    const { records, user } = await stopped();
    const { relaxed } = records.services.db;
    const go = await screen.findByRole('button', { name: 'Continue' });
    const read = relaxed.customers.where.bind(relaxed.customers) as (index: string) => unknown;
    let isBroken = true;
    const reading = (index: string): unknown => {
      if (!isBroken || index !== 'localId') return read(index);
      isBroken = false;
      throw new Error('It could not be read.');
    };
    vi.spyOn(relaxed.customers, 'where').mockImplementation(reading as never);
    await user.click(go);
    const said = 'The rest of this import could not be read on this device. Please try again.';
    expect(await screen.findByText(said)).toBeVisible();
    await waitFor(() => expect(go).toBeEnabled());
    await user.click(go);
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    expect(await within(dialog).findByText('Imported 120 customers from clients.csv.')).toBeVisible();
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

  test('[Q37] leaves neither its customers nor a second report in the list behind the dialog', async () => {
    const { user } = await finished(3);
    expect(await screen.findAllByText(/^Cleo/)).not.toEqual([]);
    await confirmUndo(user);
    const dialog = await screen.findByRole('dialog', { name: 'Import customers' });
    const outcome = 'The import of clients.csv is undone: 3 customers are deleted.';
    expect(await within(dialog).findByText(outcome)).toBeVisible();
    await waitFor(() => expect(screen.queryAllByText(/^Cleo/)).toEqual([]));
    expect(screen.getAllByText(outcome)).toHaveLength(1);
    expect(screen.queryByText(/in another tab/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
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
    await undoImportStep(records.services, id, { from: 0 });
    const words = 'The undo of an import of clients.csv was stopped after 100 of 120 customers.';
    expect(await screen.findByText(words)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
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
