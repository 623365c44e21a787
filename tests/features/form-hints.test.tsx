import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MetaRow } from '../../src/db/meta-rows.ts';
import { createRecord } from '../../src/records/commands.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import type { Kind } from '../support/kinds/kind.ts';
import { openList } from '../support/kinds/kinds.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { button, fieldsOf, gone, type } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { TestRecords } from '../support/records/record-services.tsx';

/** What stands beside the fields of a new record, by label. */
const HINTS: readonly (readonly [plural: string, kind: Kind, hints: Readonly<Record<string, string>>])[] = [
  [
    'customers',
    CUSTOMERS,
    {
      'First Name': 'The server needs this',
      'Last Name': 'The server needs this',
      Email: 'The server needs this, like name@example.com',
      Phone: 'For example +1-555-123-4567',
    },
  ],
  ['projects', PROJECTS, { Title: 'The server needs this', Customer: 'The server needs this' }],
  ['work orders', WORK_ORDERS, { Title: 'The server needs this', Customer: 'The server needs this' }],
];

// @spec 3.8 3.9 5.3 5.6 5.15 D1.27
test.each(HINTS)(
  'a new one of the %s says what a server will want, and is saved without it',
  async (_, kind, hints) => {
    const records = await TestRecords.open();
    await records.say({ reasons: ['offline'] });
    const { user } = openList(kind, records);
    const { title } = kind.label;
    await user.click((await screen.findAllByRole('button', { name: `Add ${title}` }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: `Add New ${title}` });
    await within(dialog).findByLabelText(kind.form.labels[0] ?? '');
    const hinted = [...fieldsOf(dialog)].map(([label, field]) => {
      const [id = ''] = (field.getAttribute('aria-describedby') ?? '').trim().split(' ');
      return [label, document.getElementById(id)?.textContent];
    });
    expect(Object.fromEntries(hinted)).toMatchObject(hints);
    expect(dialog.querySelectorAll('[required], [aria-required=true]')).toHaveLength(0);

    await user.click(button(dialog, 'Create'));
    await gone(dialog);
    expect(await records.changes(1)).toMatchObject([{ kind: 'create', resource: kind.resource }]);
  },
);

// @spec D1.27
test('a hint has nothing more to say once the field holds what is wanted', async () => {
  const records = await TestRecords.open();
  const { user } = openList(CUSTOMERS, records);
  await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  const email = await within(dialog).findByLabelText('Email');
  type(email, 'ann');
  expect(email).toHaveAccessibleDescription('The server needs this, like name@example.com');
  type(email, 'ann@example.com');
  expect(email).not.toHaveAccessibleDescription(/Needed/);
});

describe('hints follow the rules of this server', () => {
  const opened = async (row: MetaRow) => {
    const records = await TestRecords.open();
    await records.services.db.relaxed.meta.put(row);
    const { user } = openList(CUSTOMERS, records);
    await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
    await within(dialog).findByLabelText('Email');
    return (label: string) => within(dialog).getByLabelText(label);
  };

  test('that it tells', async () => {
    const customers = {
      first_name: { maxLength: 5, mayBeBlank: false, blankWith: 'company_name' },
      email: { shape: 'email' },
      company_name: { maxLength: 20 },
    } as const;
    const field = await opened({ key: 'capabilities', features: ['field-rules'], rules: { customers } });
    await waitFor(() => expect(field('Email')).not.toHaveAccessibleDescription(/Needed/));
    expect(field('First Name')).toHaveAccessibleDescription('The server needs this');
    type(field('Company Name'), 'ACME');
    expect(field('First Name')).not.toHaveAccessibleDescription(/Needed/);
    type(field('First Name'), 'Maximilian');
    await waitFor(() =>
      expect(field('First Name')).toHaveAccessibleDescription('At most 5 characters can be sent'),
    );
    expect(field('Phone')).toHaveAccessibleDescription('For example +1-555-123-4567');
  });

  test('that its refusals have shown', async () => {
    const rules = {
      phone: { refusedShapes: ['000-0000 a0'] },
      company_name: { refusedShapes: ['00'] },
      email: { mayBeBlank: false },
    };
    const field = await opened({ key: 'rules:customers', rules });
    type(field('Phone'), '555-4567 x3');
    type(field('Company Name'), '42');
    await waitFor(() =>
      expect(field('Phone')).toHaveAccessibleDescription(
        'The server does not accept this. Try a format like +1-555-123-4567',
      ),
    );
    expect(field('Company Name')).toHaveAccessibleDescription('The server does not accept this');
    expect(field('Email')).toHaveAccessibleDescription('The server needs this, like name@example.com');
  });
});

// @spec D1.50
test('a customer with the email of others is named, and none of itself', async () => {
  const records = await TestRecords.open();
  await records.say({ reasons: ['offline'] });
  await records.seed(
    ...['Pat', 'Kim', 'Lou'].map((first_name, n) => ({
      ...CUSTOMERS.blank,
      first_name,
      last_name: 'Lee',
      email: n < 2 ? 'Family@example.com ' : 'lou@example.com',
    })),
  );
  const { user } = openList(CUSTOMERS, records);
  await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  const email = await within(dialog).findByLabelText('Email');
  type(email, 'family@example.co');
  expect(email).toHaveAccessibleDescription('');
  type(email, 'lou@example.com');
  expect(email).toHaveAccessibleDescription('Lou Lee has this email too');
  type(email, ' family@example.com');
  expect(email).toHaveAccessibleDescription(/^(Pat|Kim) Lee and 1 more customer have this email too$/);
  await user.click(button(dialog, 'Create'));
  await gone(dialog);
  expect(await records.changes(1)).toMatchObject([{ kind: 'create' }]);
});

test('a customer that is being saved does not have its own email too', async () => {
  const records = await TestRecords.open();
  const { user } = openList(CUSTOMERS, records);
  await user.click((await screen.findAllByRole('button', { name: 'Add Customer' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add New Customer' });
  const email = await within(dialog).findByLabelText('Email');
  type(email, 'new@example.com');
  await act(() =>
    createRecord(
      records.services,
      'customers',
      { ...CUSTOMERS.blank, email: 'new@example.com' },
      { watch: false },
    ),
  );
  await waitFor(() => expect(screen.getByText('Waiting to sync')).toBeInTheDocument());
  expect(email).toHaveAccessibleDescription('');
  // The form closes a moment after the server has it.
  await act(() => records.confirm(7));
  await waitFor(() => expect(screen.queryByText('Waiting to sync')).toBeNull());
  expect(email).toHaveAccessibleDescription('');
});
