import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { resourceSpecs } from '../../src/domain/resource-specs.ts';
import type { ServerRefusal } from '../../src/outbox/mutation.ts';
import { createRecord } from '../../src/records/commands.ts';
import { aCustomer, ann } from '../support/records/mutations.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const TAKEN = { email: ['customer with this email already exists.'] };
const refused = (given: Partial<ServerRefusal> = {}): ServerRefusal => ({
  reason: 'rejected',
  status: 400,
  body: TAKEN,
  at: Date.UTC(2026, 0, 15, 8),
  ...given,
});
const toTaken = { email: { base: 'ann@example.com', value: 'taken@example.com' } };

describe('a refused change', () => {
  async function open(refusal = refused()) {
    const records = await TestRecords.open();
    await records.seed(ann);
    await records.remember({ localId: '1', fields: toTaken, state: 'parked', refusal });
    return { records, ...startApp('/sync', records) };
  }

  // @spec D2.14 D2.17
  test('says which record, which change, when and why', async () => {
    await open();
    const change = (await screen.findByRole('link', { name: 'Ann Lee' })).closest('li');
    expect(change).toHaveTextContent('Change to Email');
    expect(change).toHaveTextContent(/Email\s*ann@example\.com.*taken@example\.com/);
    expect(change).toHaveTextContent(/Jan 15, 2026|15 Jan 2026/);
    expect(change).toHaveTextContent('Email error: customer with this email already exists.');
    await waitFor(() => expect(document.title).toBe('Sync · Restoration CRM'));
  });

  // @spec D2.18
  test('can be edited and tried again', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit and try again' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit Customer' });
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Email error:');
    const email = within(dialog).getByLabelText('Email');
    expect(email).toHaveValue('taken@example.com');
    await user.clear(email);
    await user.type(email, 'free@example.com');
    await user.click(within(dialog).getByRole('button', { name: 'Update' }));
    await waitFor(async () => expect((await records.outbox())[0]?.state).toBe('queued'));
    expect((await records.outbox())[0]?.fields['email']).toEqual({
      base: 'ann@example.com',
      value: 'free@example.com',
    });
    await records.confirm(1);
    expect(await screen.findByText('All changes sent')).toBeVisible();
  });

  test('edited and cancelled stays', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit and try again' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await records.outbox())[0]?.state).toBe('parked');
  });

  // @spec D2.18
  test('can be tried again as it is', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /Waiting to be sent/ })).toBeVisible();
    expect((await records.outbox())[0]).toMatchObject({ state: 'queued', refusal: null });
  });

  // @spec D2.18
  test('is discarded only after a question', async () => {
    const { records, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Discard my change' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard my change' });
    await user.click(within(dialog).getByRole('button', { name: 'Keep' }));
    expect(await records.outbox()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Discard my change' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(await screen.findByText('All changes sent')).toBeVisible();
    expect((await records.services.db.relaxed.customers.get('1'))?.view).toMatchObject({
      email: 'ann@example.com',
    });
  });

  // @spec D2.17
  test.each<[Partial<ServerRefusal>, string | RegExp]>([
    [
      { reason: 'deletedOnServer', status: 404, body: { detail: 'Not found.' } },
      'The record was deleted on the server.',
    ],
    [{ reason: 'tooOld', status: 0, body: null }, /^This change is older than 14 days/],
    [{ reason: 'mayExistTwice', status: 0, body: null }, /^The server may already have this record/],
    [{ reason: 'serverErrors', status: 500, body: null }, 'The server failed repeatedly on this change.'],
    [{ reason: 'rejected', status: 403, body: null }, 'Failed to update customer'],
  ])('for %j says why', async (given, words) => {
    await open(refused(given));
    expect(await screen.findByText(words)).toBeVisible();
  });
});

test.each([
  [1, '1 change that waits to be sent refers to this customer and will need attention.'],
  [2, '2 changes that wait to be sent refer to this customer and will need attention.'],
])('the question about a refused new customer names what refers to it: %i', async (count, words) => {
  const records = await TestRecords.open();
  const { localId } = await createRecord(records.services, 'customers', ann, { watch: false });
  await records.park(TAKEN);
  const roof = { ...resourceSpecs.projects.blank({ now: 0, random: 0 }), title: 'Roof', customer: localId };
  for (let made = 0; made < count; made += 1) {
    await createRecord(records.services, 'projects', roof, { watch: false });
  }
  const { user } = startApp('/sync', records);
  await user.click(await screen.findByRole('button', { name: 'Discard my change' }));
  expect(await screen.findByRole('dialog', { name: 'Discard my change' })).toHaveTextContent(words);
});

test('a refused new customer has a name even where its fields cannot be read', async () => {
  const records = await TestRecords.open();
  await records.services.db.strict.customers.add({
    localId: 'n',
    server: null,
    view: null,
    mark: 'synced',
    position: [Number.MAX_SAFE_INTEGER, 1],
    serverGen: 0,
    firstSeenGen: 0,
    seen: { created_at: null, updated_at: null, first_seen: 0 },
  });
  const fields = { first_name: { base: null, value: 7 as never }, last_name: { base: null, value: null } };
  await records.remember({ localId: 'n', kind: 'create', fields, state: 'parked', refusal: refused() });
  startApp('/sync', records);
  await waitFor(() => expect(screen.getByText(/^New customer/)).toBeVisible());
  expect(await screen.findByRole('link', { name: '7' })).toBeVisible();
});

test('lists what waits, says why nothing moves, and can be told to try now', async () => {
  const records = await TestRecords.open();
  await records.seed(ann, aCustomer({ first_name: 'Ben', last_name: 'Brown' }));
  await records.remember({ localId: '1', fields: toTaken });
  await records.remember({ localId: '2', kind: 'delete' });
  await records.say({ reasons: ['serverProblem', 'offline'] });
  const { user } = startApp('/sync', records);
  expect(await screen.findByText(/^There is no connection/)).toBeVisible();
  expect(await screen.findByText('Ann Lee')).toBeVisible();
  expect(screen.getByText('Change to Email')).toBeVisible();
  expect(screen.getByText('Delete customer')).toBeVisible();
  expect(screen.getAllByText('Waiting')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Sync now' }));
  await waitFor(async () =>
    expect(await records.services.db.relaxed.meta.get('syncRequested')).toBeDefined(),
  );
});
