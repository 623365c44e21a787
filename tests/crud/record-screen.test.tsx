import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

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
    const { user } = startApp('/customers', records);
    await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
    await user.type(await screen.findByLabelText('First Name'), 'Nora');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await records.confirm(77);
    window.history.pushState(null, '', '/customers/77');
    window.dispatchEvent(new PopStateEvent('popstate'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
  });
});
