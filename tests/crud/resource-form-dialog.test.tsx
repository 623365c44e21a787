import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { WATCH_MS } from '../../src/records/commands.ts';
import { flush } from '../support/browser/flush.ts';
import { holdTable } from '../support/browser/held-table.ts';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const TAKEN = { email: ['customer with this email already exists.'] };

async function openNew(records: TestRecords) {
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByRole('button', { name: 'Add Customer' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  return { user, dialog };
}

async function openAnn(records: TestRecords) {
  await records.seed(ann);
  const { user } = startApp('/customers', records);
  await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
  return { user, dialog, email: within(dialog).getByLabelText('Email') };
}

async function closed(dialog: HTMLElement): Promise<void> {
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

describe('a new customer', () => {
  // @spec D2.15 D2.16
  test('saved without a connection closes at once and is marked in the list', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora{Enter}');
    await closed(dialog);
    const row = await screen.findByRole('row', { name: /Nora/ });
    expect(row).toHaveTextContent('Waiting to sync');
    expect(await screen.findByRole('link', { name: 'No connection · 1 change waiting' })).toBeVisible();
  });

  // @spec D2.5 D2.15
  test('without an answer closes after 2.5 s', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.changes(1);
    await flush();
    expect(dialog).toBeVisible();
    records.clock.advance(WATCH_MS);
    await closed(dialog);
    expect((await records.outbox())[0]?.watched).toBe(false);
  });

  test('[T17] that the storage does not take stays open with what was typed, says so, and is saved once when tried again', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    const release = await holdTable(records.services.db.name, 'outbox');
    const button = within(dialog).getByRole('button', { name: 'Create' });
    await user.click(button);
    const words = /storage is not responding, so this was not saved/;
    const said = await waitFor(() => {
      records.clock.advance(1000);
      return within(dialog).getByText(words);
    });
    expect(said).toBeVisible();
    expect(within(dialog).getByLabelText('First Name')).toHaveValue('Nora');
    release();
    await waitFor(() => expect(button).not.toHaveAttribute('data-loading'));
    await user.click(button);
    await closed(dialog);
    expect(await records.outbox()).toHaveLength(1);
  });

  test('that was typed on while the server was asked stays open with what is not saved yet', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.changes(1);
    await user.type(within(dialog).getByLabelText('City'), 'Boise');
    await records.confirm(7);
    const button = within(dialog).getByRole('button', { name: 'Create' });
    await waitFor(() => expect(button).not.toHaveAttribute('data-loading'));
    expect(within(dialog).getByLabelText('City')).toHaveValue('Boise');
    await user.click(button);
    expect((await records.changes(1))[0]).toMatchObject({
      kind: 'update',
      fields: { city: { value: 'Boise' } },
    });
  });

  // @spec 5.5 8.16 8.18 D1.22 D2.11 D2.12
  test('refused stays open with the words; saved again it replaces what was refused', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    const email = within(dialog).getByLabelText('Email');
    await user.type(email, 'ann@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.park(TAKEN);
    const alert = await within(dialog).findByText('Email error: customer with this email already exists.');
    expect(alert.closest('[role=alert]')).not.toBeNull();
    expect(email).toBeInvalid();
    const [refused] = await records.outbox();

    await user.clear(email);
    await user.type(email, 'nora@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    const [again] = await records.changes(1);
    expect(again).toMatchObject({ kind: 'create', localId: refused?.localId, watched: true, refusal: null });
    expect(again?.fields['email']).toEqual({ base: null, value: 'nora@example.com' });
    expect(again?.id).not.toBe(refused?.id);
    await records.confirm(41);
    await closed(dialog);
  });

  test('refused and sent again unchanged is asked again', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    await records.confirm(41);
    await closed(dialog);
  });

  // @spec D2.13
  test('refused and cancelled leaves nothing behind', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Nora');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await closed(dialog);
    expect(await records.outbox()).toEqual([]);
    await waitFor(() => expect(screen.queryByText('Nora')).toBeNull());
  });

  // @spec 8.21
  test('that could not be kept on the device says so and stays open', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
      new Error('the disk is broken'),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText('Failed to save customer')).toBeVisible();
  });

  test('on a full device says what to do and keeps what was typed; the top bar tells it until a save fits', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Ann');
    const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
    vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(full);
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    const words =
      'This device is out of storage. Free some space, then press Create again. What you typed is still here.';
    expect(await within(dialog).findByText(words)).toBeVisible();
    expect(within(dialog).getByLabelText('First Name')).toHaveValue('Ann');
    expect(screen.getByTitle('Open Sync')).toHaveTextContent('Storage full');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.changes(1);
    await waitFor(() => expect(screen.getByTitle('Open Sync')).not.toHaveTextContent('full'));
  });

  test('that the server refused is in the list, and Cancel says so', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    await user.type(within(dialog).getByLabelText('First Name'), 'Ann');
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    await records.changes(1);
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    expect(question).toHaveTextContent(
      'The server refused this customer, so it exists only on this device. Discarding removes it from the list.',
    );
    expect(question).not.toHaveTextContent('has not been saved');
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await records.changes(0);
  });

  test('that was under way when the storage was closed says so and stays open', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openNew(records);
    records.services.db.strict.close();
    await user.click(within(dialog).getByRole('button', { name: 'Create' }));
    expect(await within(dialog).findByText(/storage was closed before this was saved/)).toBeVisible();
  });
});

describe('an edited customer', () => {
  test('gives the focus back to the button that opened it', async () => {
    const { user, dialog } = await openAnn(await TestRecords.open());
    await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement));
    await user.keyboard('{Escape}');
    await closed(dialog);
    expect(screen.getByRole('button', { name: 'Edit Ann Lee' })).toHaveFocus();
  });

  test('unchanged closes and sends nothing', async () => {
    const records = await TestRecords.open();
    const { user, dialog } = await openAnn(records);
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await closed(dialog);
    expect(await records.outbox()).toEqual([]);
  });

  test('refused and put back to what it was sends nothing more', async () => {
    const records = await TestRecords.open();
    const { user, dialog, email } = await openAnn(records);
    await user.type(email, 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.type(email, '{Backspace}');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await closed(dialog);
    expect(await records.outbox()).toEqual([]);
  });

  test('refused and cancelled shows the old values again', async () => {
    const records = await TestRecords.open();
    const { user, dialog, email } = await openAnn(records);
    await user.type(email, 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await closed(dialog);
    await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('ann@example.com'));
  });

  test('whose earlier change waits for a person keeps that change when the dialog is cancelled', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({
      localId: '1',
      fields: { city: { base: '', value: 'Boise' } },
      state: 'parked',
      refusal: { reason: 'rejected', status: 400, body: TAKEN, at: 0 },
    });
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByLabelText('Email'), 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    await records.park(TAKEN);
    await within(dialog).findByText(/^Email error/);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await closed(dialog);
    expect((await records.outbox())[0]?.fields['city']).toEqual({ base: '', value: 'Boise' });
  });

  test('deleted meanwhile says so', async () => {
    const records = await TestRecords.open();
    const { user, dialog, email } = await openAnn(records);
    await records.services.db.relaxed.customers.delete('1');
    await user.type(email, 'x');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(await within(dialog).findByText('This record is no longer on this device.')).toBeVisible();
  });

  test('with unsaved changes asks before Escape throws them away', async () => {
    const records = await TestRecords.open();
    const { user, dialog, email } = await openAnn(records);
    await user.type(email, 'x');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.keyboard('{Escape}');
    await closed(question);
    expect(dialog).toBeVisible();
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    await user.type(email, '{Backspace}');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await closed(dialog);
  });

  // @spec D3.8
  test('with a status of a newer server keeps it unless another is chosen', async () => {
    const records = await TestRecords.open();
    await records.seed({ ...ann, status: 'vip' });
    const { user } = startApp('/customers', records);
    await user.click(await screen.findByRole('button', { name: 'Edit Ann Lee' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText('Status')).toHaveDisplayValue('vip');
    await user.type(within(dialog).getByLabelText('City'), 'Boise');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    expect(Object.keys((await records.changes(1))[0]?.fields ?? {})).toEqual(['city']);
  });
});
