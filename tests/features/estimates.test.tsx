import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dayAt, daysFrom, untilMidnight } from '../../src/domain/plain-date.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { openList } from '../support/kinds/kinds.ts';
import { button, fillIn, gone, type } from '../support/kinds/screen.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

async function openNew() {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.say({ reasons: ['offline'] });
  const { user } = openList(ESTIMATES, records);
  await user.click((await screen.findAllByRole('button', { name: 'Add Estimate' }))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Add New Estimate' });
  await within(dialog).findByLabelText('Title');
  const field = (label: string): HTMLInputElement => within(dialog).getByLabelText(label);
  return { records, user, dialog, field };
}

// @spec 5.8 5.9 5.10 5.11 5.12 5.13 D1.8 D1.22
test('what is missing is said in an alert and beside the fields, and nothing is saved', async () => {
  const { records, user, dialog, field } = await openNew();
  await user.click(button(dialog, 'Create'));
  const alert = within(dialog).getByRole('alert');
  expect([...alert.querySelectorAll('p, li')].map((line) => line.textContent)).toEqual([
    'Please select a customer',
    'Please select a valid until date',
    'Please enter a valid subtotal amount',
  ]);
  expect(field('Customer')).toHaveAccessibleDescription('Customer is required');
  expect(field('Valid Until')).toHaveAccessibleDescription('Valid until date is required');
  expect(field('Subtotal')).toHaveAccessibleDescription('Subtotal must be greater than 0');
  expect(field('Total Amount')).toHaveAccessibleDescription('Total amount must be greater than 0');

  // What was said about a field goes when it changes.
  await fillIn(user, dialog, { Customer: 'Ann Lee', Subtotal: '12', 'Total Amount': '0' });
  expect(field('Customer')).toBeValid();
  expect(field('Subtotal')).toBeValid();
  type(field('Valid Until'), 'soon');
  fireEvent.blur(field('Valid Until'));
  type(field('Tax Rate (%)'), 'much');
  await user.click(button(dialog, 'Create'));
  expect(alert).toBeEmptyDOMElement();
  expect(field('Valid Until')).toHaveAccessibleDescription('“soon” is not a date. Write it like 3/5/2026');
  expect(field('Tax Rate (%)')).toHaveAccessibleDescription(
    /^“much” is not a percentage. Write it like 8.25$/,
  );
  expect(field('Total Amount')).toHaveAccessibleDescription('Total amount must be greater than 0');
  expect(await records.outbox()).toEqual([]);
});

// @spec D1.8
test('the total follows subtotal and tax, and may be corrected by hand', async () => {
  const { records, user, dialog, field } = await openNew();
  await fillIn(user, dialog, { Customer: 'Ann Lee', 'Valid Until': '3/5/2026', Subtotal: '100.10' });
  expect(field('Total Amount')).toHaveValue('100.10');
  await fillIn(user, dialog, { 'Tax Rate (%)': '8.25' });
  expect(field('Total Amount')).toHaveValue('108.36');
  expect(dialog).not.toHaveTextContent('adjustment');
  await fillIn(user, dialog, { 'Total Amount': '108' });
  expect(field('Total Amount')).toHaveValue('108.00');
  expect(dialog).toHaveTextContent(
    'Subtotal and tax add up to $108.36. The difference of -$0.36 is stored, and printed as an adjustment.',
  );
  await user.click(button(dialog, 'Create'));
  await gone(dialog);
  const [made] = await records.changes(1);
  expect(await records.viewOf('estimates', made?.localId)).toMatchObject({
    subtotal: 100.1,
    tax_rate: 8.25,
    total_amount: 108,
  });
});

test('a date that is typed counts when Enter saves', async () => {
  const { records, user, dialog, field } = await openNew();
  await fillIn(user, dialog, { Customer: 'Ann Lee', Subtotal: '5' });
  type(field('Valid Until'), 'soon');
  await user.type(field('Valid Until'), '{Enter}');
  expect(field('Valid Until')).toHaveAccessibleDescription(/^“soon” is not a date/);
  type(field('Valid Until'), '3/5/2026');
  await user.type(field('Valid Until'), '{Enter}');
  await gone(dialog);
  const [made] = await records.changes(1);
  expect(made?.fields['valid_until']?.value).toBe('2026-03-05');
});

// @spec D1.28
test('an estimate has expired from the device’s midnight on, unless it was decided', async () => {
  const records = await TestRecords.open();
  const today = dayAt(records.clock.now());
  await records.seedAll('estimates', [
    { ...ESTIMATES.a, title: 'Open', valid_until: today },
    { ...ESTIMATES.b, title: 'Decided', valid_until: today },
  ]);
  await records.seed(CUSTOMERS.a);
  openList(ESTIMATES, records);
  await screen.findByText('Open');
  const row = (title: string) => screen.getByText(title).closest('tr');
  expect(row('Open')).not.toHaveTextContent('Expired');
  expect(row('Open')).toHaveTextContent('today');
  expect(row('Open')?.querySelector('time')).toHaveAttribute('title', 'Jan 15, 2026');
  expect(row('Open')).toHaveTextContent(/EST-7Ann Lee/);
  records.clock.advance(untilMidnight(records.clock.now()));
  await waitFor(() => expect(row('Open')).toHaveTextContent('Expired yesterday'));
  expect(row('Decided')).not.toHaveTextContent('Expired');
  expect(row('Open')).toHaveTextContent('Sent');
});

test('how long ago an estimate expired is told in days, then months, then years', async () => {
  const records = await TestRecords.open();
  const today = dayAt(records.clock.now());
  const ago = [59, 60, 184, 700, 1100];
  await records.seedAll(
    'estimates',
    ago.map((days) => ({ ...ESTIMATES.a, title: `Ago ${days}`, valid_until: daysFrom(today, -days) })),
  );
  openList(ESTIMATES, records);
  await screen.findByText('Ago 59');
  const words = ago.map(
    (days) => screen.getByText(`Ago ${days}`).closest('tr')?.querySelector('time')?.textContent,
  );
  expect(words).toEqual([
    'Expired 59 days ago',
    'Expired 2 months ago',
    'Expired 6 months ago',
    'Expired 23 months ago',
    'Expired 3 years ago',
  ]);
});

// @spec D1.8
test.each<[name: string, typed: Readonly<Record<string, string>>, wrong: string, words: RegExp]>([
  ['a subtotal that is no amount', { Subtotal: '12,50' }, 'Subtotal', /^“12,50” is not an amount/],
  ['a subtotal below 0', { Subtotal: '-50' }, 'Subtotal', /^Subtotal must be greater than 0$/],
  [
    'a tax rate above 100 %',
    { 'Tax Rate (%)': '150' },
    'Tax Rate (%)',
    /^Tax rate must be between 0 and 100 %$/,
  ],
  ['a tax rate below 0', { 'Tax Rate (%)': '-5' }, 'Tax Rate (%)', /^Tax rate must be between 0 and 100 %$/],
  [
    'a tax rate that is no amount',
    { 'Tax Rate (%)': 'much' },
    'Tax Rate (%)',
    /^“much” is not a percentage. Write it like 8.25$/,
  ],
])('no older total stays beside %s, which is refused', async (_, typed, wrong, words) => {
  const { records, user, dialog, field } = await openNew();
  await fillIn(user, dialog, { Customer: 'Ann Lee', 'Valid Until': '3/5/2026', Subtotal: '100' });
  expect(field('Total Amount')).toHaveValue('100.00');
  await fillIn(user, dialog, typed);
  fireEvent.blur(field(wrong));
  expect(field('Total Amount')).toHaveValue('');
  expect(field(wrong)).toHaveAccessibleDescription(words);
  await user.click(button(dialog, 'Create'));
  expect(field(wrong)).toHaveAccessibleDescription(words);
  expect(await records.outbox()).toEqual([]);
  await fillIn(user, dialog, { Subtotal: '200', 'Tax Rate (%)': '10' });
  expect(field('Total Amount')).toHaveValue('220.00');
});

test('what an estimate needs to be saved is said from the start', async () => {
  const { field } = await openNew();
  for (const label of ['Customer', 'Valid Until'])
    expect(field(label)).toHaveAccessibleDescription('Needed to save');
  type(field('Valid Until'), '3/5/2026');
  expect(field('Valid Until')).not.toHaveAccessibleDescription(/Needed/);
});

test('an estimate’s screen says in which year it ran out', async () => {
  const records = await TestRecords.open();
  await records.seedAll('estimates', [{ ...ESTIMATES.a, valid_until: '2024-11-30' }]);
  startApp('/estimates/1', records);
  expect(await screen.findByText('Ran out on Nov 30, 2024')).toBeVisible();
});

test('the total stands once on an estimate’s screen', async () => {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a);
  await records.seedAll('estimates', [ESTIMATES.a]);
  startApp('/estimates/1', records);
  expect(await screen.findByText('$108.36')).toBeVisible();
  expect(screen.getAllByText('$108.36')).toHaveLength(1);
});
