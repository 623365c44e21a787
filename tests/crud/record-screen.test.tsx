import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { createRecord } from '../../src/records/commands.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { ann } from '../support/records/mutations.ts';
import { onPhone, startApp, TestRecords } from '../support/records/record-services.tsx';

describe('a record’s screen', () => {
  // @spec 2.19 4.11
  test('can be edited, and its name changes at once', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.say({ reasons: ['offline'] });
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Last Name'), 'mann');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Leemann' })).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Ann Leemann · Restoration CRM'));
  });

  test('with a refused change leads to the Sync screen', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({
      localId: '1',
      fields: { city: { base: '', value: 'Nampa' } },
      state: 'parked',
      refusal: { reason: 'rejected', status: 400, body: { city: ['No.'] }, at: 0 },
    });
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('link', { name: 'Open Sync' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sync' })).toBeVisible();
  });

  test.each([
    ['beside the title on a desk', () => undefined, true],
    ['above it on a phone', onPhone, false],
  ])('has its actions %s', async (_, resize, isBeside) => {
    resize();
    const records = await TestRecords.open();
    await records.seed(ann);
    startApp('/customers/1', records);
    const edit = await screen.findByRole('button', { name: 'Edit' });
    expect(screen.getByRole('article').contains(edit)).toBe(isBeside);
    expect(screen.getAllByRole('button', { name: 'More actions' })).toHaveLength(1);
  });

  // @spec 8.6 D1.26
  test('that could not be fetched says why, and asks again when told to', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.say({ error: 'Failed to fetch customers: the server cannot be reached.' });
    startApp('/customers/99', records);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Failed to fetch customer: the server cannot be reached.');
    await records.say({ error: 'Maintenance until 6 pm.' });
    await waitFor(() => expect(alert).toHaveTextContent('Failed to fetch customerMaintenance until 6 pm.'));
    const { meta } = records.services.db.relaxed;
    await meta.delete('request:customers');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect(await meta.get('request:customers')).toBeDefined());
    await records.say({});
    expect(await screen.findByText('This record is not on this device.')).toBeVisible();
  });

  // @spec D2.37
  test('is found by its server id as well', async () => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { user, unmount } = startApp('/customers', records);
    await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('First Name'), 'Nora');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await records.confirm(77);
    unmount();
    startApp('/customers/77', records);
    expect(await screen.findByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
  });

  async function openNew(path: (localId: string) => string) {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { localId } = await createRecord(
      records.services,
      'customers',
      { ...CUSTOMERS.a, first_name: 'Nora' },
      { watch: false },
    );
    return { records, localId, ...startApp(path(localId), records) };
  }

  test('of a new record has an address that other devices know, as soon as the server has an id for it', async () => {
    const { records, user, localId } = await openNew((id) => `/customers/${id}?from=mail#history`);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Last Name'), 'mann');
    expect(window.location.pathname).toBe(`/customers/${localId}`);
    const shown = screen.getByRole('article');
    await records.confirm(77);
    await waitFor(() => expect(window.location.pathname).toBe('/customers/77'));
    expect(window.location.search + window.location.hash).toBe('?from=mail#history');
    // Nothing was drawn anew: what is typed is still there.
    expect(screen.getByRole('article')).toBe(shown);
    expect(screen.getByLabelText('Last Name')).toHaveValue('Leemann');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Nora Leemann' })).toBeVisible();
    expect(window.location.pathname).toBe('/customers/77');
  });

  test('of a record that was new is found by its first address, and says the short one', async () => {
    const { records, localId, unmount } = await openNew(() => '/customers');
    const link = () => screen.getByRole('link', { name: 'Nora Lee' });
    await screen.findByRole('link', { name: 'Nora Lee' });
    expect(link()).toHaveAttribute('href', `/customers/${localId}`);
    await records.confirm(77);
    await waitFor(() => expect(link()).toHaveAttribute('href', '/customers/77'));
    unmount();
    startApp(`/customers/${localId}`, records);
    expect(await screen.findByRole('heading', { level: 1, name: 'Nora Lee' })).toBeVisible();
    await waitFor(() => expect(window.location.pathname).toBe('/customers/77'));
  });
});
