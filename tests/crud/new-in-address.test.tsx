import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ann } from '../support/records/mutations.ts';
import { startApp, TestRecords, TestSession } from '../support/records/record-services.tsx';

const address = () => window.location.pathname + window.location.search;

async function start(path: string, session = new TestSession()) {
  const records = await TestRecords.open();
  await records.seed(ann);
  await records.say({ reasons: ['offline'] });
  return { records, ...startApp(path, records, { session }) };
}

describe('an address that asks for a new record', () => {
  test.each([
    ['/customers?new', 'Add New Customer'],
    ['/projects?new', 'Add New Project'],
    ['/estimates?new', 'Add New Estimate'],
    ['/work-orders?new', 'Add New Work Order'],
  ])('%s opens the form %s; closed, the address is clean', async (path, title) => {
    const { user } = await start(path);
    const form = await screen.findByRole('dialog', { name: title });
    await user.click(await within(form).findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(path.replace('?new', ''));
  });

  test('saves without a connection, marks the new one in the list, and opens no second form', async () => {
    const { records, user } = await start('/customers?status=active&new');
    const form = within(await screen.findByRole('dialog', { name: 'Add New Customer' }));
    await user.type(await form.findByLabelText('First Name'), 'Nora');
    await user.click(form.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/customers?status=active');
    expect(await records.changes(1)).toMatchObject([{ kind: 'create', resource: 'customers' }]);
    expect(await screen.findByRole('row', { name: /Nora/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add Customer' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('is kept over a sign-in', async () => {
    const session = new TestSession();
    session.become('signedOut', true);
    await start('/work-orders?new', session);
    await screen.findByRole('button', { name: 'Sign In' });
    expect(address()).toBe('/login?next=%2Fwork-orders%3Fnew');
    session.become('signedIn');
    expect(await screen.findByRole('dialog', { name: 'Add New Work Order' })).toBeVisible();
  });
});
