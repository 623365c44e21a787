import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aCustomer } from '../support/mutations.ts';
import { startApp, TestRecords } from '../support/record-services.tsx';

const ann = aCustomer({
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'ann@example.com',
  phone: '+1-555-123-4567',
  address_line_1: '12 Main St',
  city: 'Boise',
  state: 'ID',
  postal_code: '83702',
});

describe('a customer', () => {
  test('shows what is known and how to reach them', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    startApp('/customers/1', records);
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Lee' })).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+15551234567');
    expect(screen.getByRole('link', { name: 'Email' })).toHaveAttribute('href', 'mailto:ann@example.com');
    expect(screen.getByText('12 Main St')).toBeVisible();
    expect(screen.getByText('Boise, ID 83702')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Ann Lee · Restoration CRM'));
  });

  test('can be edited, and the change shows at once with its mark', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.say({ reasons: ['offline'] });
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.type(await screen.findByLabelText('Last Name'), 'mann');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Ann Leemann' })).toBeVisible();
    expect(await screen.findByText(/^Waiting to sync/)).toBeVisible();
    expect(await screen.findByText(/^Change of last name · Waiting · /)).toBeVisible();
  });

  test('can be deleted, which leads back to the list', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Customer' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(window.location.pathname).toBe('/customers'));
    expect((await records.changes(1))[0]).toMatchObject({ kind: 'delete' });
  });

  test('with a refused change leads to the sync centre', async () => {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({
      localId: '1',
      fields: { city: { base: 'Boise', value: 'Nampa' } },
      state: 'parked',
      refusal: { reason: 'rejected', status: 400, body: { city: ['No.'] }, at: 0 },
    });
    const { user } = startApp('/customers/1', records);
    await user.click(await screen.findByRole('link', { name: 'Open the sync centre' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sync centre' })).toBeVisible();
  });

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

test('an id that nobody knows says so and leads back', async () => {
  const records = await TestRecords.open();
  const { user } = startApp('/customers/nobody', records);
  expect(await screen.findByText('This record is not on this device.')).toBeVisible();
  await user.click(screen.getAllByRole('link', { name: 'Customers' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('searchbox')).toBeVisible();
});
