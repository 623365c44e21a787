import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import type { Kind } from '../support/kinds/kind.ts';
import { openList } from '../support/kinds/kinds.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { button, fieldsOf, fillIn } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { TestRecords } from '../support/records/record-services.tsx';

const ADDRESS = ['Address Line 1', 'Address Line 2', 'City', 'State', 'ZIP Code'];

// @spec D4.8
test.each<readonly [string, Kind]>([
  ['project', PROJECTS],
  ['work order', WORK_ORDERS],
])('a %s is offered its customer’s address, unless it has one', async (_, kind) => {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  const { user } = openList(kind, records);
  const { title } = kind.label;
  await user.click((await screen.findAllByRole('button', { name: `Add ${title}` }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: `Add New ${title}` });
  await within(dialog).findByLabelText('Title');
  const offer = (): HTMLElement | null => within(dialog).queryByText('Ann Lee: 12 Main St, Boise, ID 83702');

  await fillIn(user, dialog, { City: 'Austin', Customer: 'Ann Lee' });
  expect(offer()).toBeNull();
  await fillIn(user, dialog, { City: '' });
  expect(offer()).toBeVisible();
  await user.click(button(dialog, 'Use this address'));
  const fields = fieldsOf(dialog);
  expect(ADDRESS.map((label) => (fields.get(label) as HTMLInputElement).value)).toEqual([
    '12 Main St',
    '',
    'Boise',
    'ID',
    '83702',
  ]);
  expect(offer()).toBeNull();
});
