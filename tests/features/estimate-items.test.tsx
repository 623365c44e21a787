import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const ITEMS = `Kitchen flooded.
--- Items ---
2 x Air mover, 3 days @ 35.00 = 210.00
Prices of 2026
118 x Remove wet drywall, sq ft @ 1.85 = 218.30`;

async function open(change: Fields, others: readonly Fields[] = []) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll('estimates', [{ ...ESTIMATES.a, ...change }, ...others]);
  await records.say({ reasons: ['offline'] });
  return { records, ...startApp('/estimates/1', records) };
}

async function edit(change: Fields, others: readonly Fields[] = []) {
  const { records, user } = await open(change, others);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Estimate' });
  const items = within(await within(dialog).findByRole('region', { name: 'Items' }));
  const field = (name: string): HTMLInputElement => within(dialog).getByLabelText(name);
  async function save(): Promise<Fields | null | undefined> {
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    return records.viewOf('estimates', '1');
  }
  const rows = (): string[] => items.queryAllByRole('listitem').map((row) => row.textContent ?? '');
  return { records, user, dialog, items, field, save, rows };
}

const BLANK = { description: 'Kitchen flooded.', subtotal: 0, tax_rate: 10, total_amount: 0 };

describe('the items of an estimate', () => {
  test('are added, and subtotal and total follow in cents', async () => {
    const { user, items, field, save, rows } = await edit(BLANK);
    await user.click(items.getByRole('button', { name: 'Add item' }));
    expect(field('What')).toHaveFocus();
    type(field('What'), 'Air mover');
    type(field('Quantity'), '2');
    type(field('For how many'), '3');
    type(field('Unit'), 'days');
    type(field('Price'), '35.05');
    expect(field('What')).toHaveFocus();
    expect(field('Amount')).toHaveAttribute('placeholder', '210.30');
    expect(field('Subtotal')).toHaveValue('210.30');
    expect(field('Total Amount')).toHaveValue('231.33');
    // Enter begins the next one, and does not save the estimate.
    await user.type(field('Price'), '{Enter}');
    type(field('What'), 'Remove wet drywall');
    type(field('Quantity'), '118');
    type(field('Unit'), 'sq ft');
    type(field('Price'), '1.85');
    await user.click(items.getByRole('button', { name: 'Done' }));
    expect(rows()).toEqual([
      'Air mover2 × 3 days at $35.05$210.30',
      'Remove wet drywall118 sq ft at $1.85$218.30',
    ]);
    expect(field('Description')).toHaveValue('Kitchen flooded.');
    expect(await save()).toMatchObject({
      description: `Kitchen flooded.
--- Items ---
2 x Air mover, 3 days @ 35.05 = 210.30
118 x Remove wet drywall, sq ft @ 1.85 = 218.30`,
      subtotal: 428.6,
      total_amount: 471.46,
    });
  });

  test('are changed and removed one by one; other lines stay where they are', async () => {
    const { user, items, field, save, rows } = await edit({
      ...BLANK,
      description: ITEMS,
      subtotal: 428.3,
      total_amount: 471.13,
    });
    expect(rows()[1]).toBe('Prices of 2026This line has no price that can be read, so it is not in the sum.');
    await user.click(items.getByRole('button', { name: /Air mover/ }));
    expect(field('For how many')).toHaveValue('3');
    type(field('For how many'), '4');
    expect(field('Subtotal')).toHaveValue('498.30');
    // The item keeps its place while the text before it changes.
    type(field('Description'), 'Kitchen and\nhall flooded.');
    type(field('Quantity'), '1');
    await user.click(items.getByRole('button', { name: 'Done' }));
    await user.click(items.getByRole('button', { name: /drywall/ }));
    await user.click(items.getByRole('button', { name: 'Remove item' }));
    expect(items.getByRole('button', { name: 'Add item' })).toHaveFocus();
    expect(await save()).toMatchObject({
      description: `Kitchen and\nhall flooded.
--- Items ---
1 x Air mover, 4 days @ 35.00 = 140.00
Prices of 2026
`,
      subtotal: 140,
      total_amount: 154,
    });
  });

  test('a sum that a person sets stays, and the difference is shown but does not block', async () => {
    const { user, dialog, items, field, save } = await edit({
      ...BLANK,
      description: ITEMS,
      subtotal: 400,
      total_amount: 440,
    });
    const said = 'The items add up to $428.30. The subtotal differs from that by -$28.30.';
    expect(dialog).toHaveTextContent(said);
    await user.click(items.getByRole('button', { name: /Air mover/ }));
    type(field('Amount'), '200');
    expect(field('Amount')).toHaveAccessibleDescription('Quantity times price is $210.00');
    expect(field('Subtotal')).toHaveValue('400.00');
    await user.click(items.getByRole('button', { name: 'Use $418.30' }));
    expect(field('Total Amount')).toHaveValue('460.13');
    expect(dialog).not.toHaveTextContent('The items add up');
    expect(await save()).toMatchObject({ subtotal: 418.3, total_amount: 460.13 });
  });

  test('a sum that a person sets stays while a price passes it, and what is set meanwhile stays too', async () => {
    const { user, items, field, save } = await edit({
      ...BLANK,
      subtotal: 100,
      tax_rate: 0,
      total_amount: 100,
    });
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'Demo');
    for (const price of ['1', '10', '100', '1000']) type(field('Price'), price);
    expect(field('Subtotal')).toHaveValue('100.00');
    await user.click(items.getByRole('button', { name: 'Use $1,000.00' }));
    type(field('Price'), '1200');
    expect(field('Subtotal')).toHaveValue('1,200.00');
    type(field('Subtotal'), '900');
    type(field('Price'), '900');
    type(field('Price'), '9000');
    expect(await save()).toMatchObject({ subtotal: 900, total_amount: 900 });
  });

  test('a discount needs no minus from the keyboard, and its cents may follow a comma', async () => {
    const { user, items, field, save } = await edit(BLANK);
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'Discount');
    await user.click(field('Price'));
    await user.keyboard('50,5');
    await user.click(items.getByRole('button', { name: 'Plus or minus: Price' }));
    expect(field('Price')).toHaveValue('-50,5');
    expect(field('Price')).toHaveFocus();
    expect(field('Subtotal')).toHaveValue('-50.50');
    await user.click(items.getByRole('button', { name: 'Plus or minus: Amount' }));
    expect(field('Amount')).toHaveAccessibleDescription(/^“-” is not a price/);
    await user.click(items.getByRole('button', { name: 'Plus or minus: Amount' }));
    await user.click(items.getByRole('button', { name: 'Plus or minus: Price' }));
    expect(await save()).toMatchObject({
      description: 'Kitchen flooded.\n--- Items ---\n1 x Discount @ 50.50 = 50.50',
    });
  });

  test('an item that cannot be read has a message beside its field, is not saved, and is not lost', async () => {
    const { user, dialog, items, field, save } = await edit(BLANK);
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'Air mover');
    type(field('Price'), '35 each');
    expect(field('Price')).toHaveAccessibleDescription('“35 each” is not a price. Write it like 35.00');
    type(field('Subtotal'), '5');
    await user.click(button(dialog, 'Update'));
    expect(within(dialog).getAllByRole('alert')[0]).toHaveTextContent(
      'The item “1 x Air mover, @ 35 each” is not finished. Open it under Items, and complete or remove it.',
    );
    await user.click(items.getByRole('button', { name: 'Done' }));
    await user.click(items.getByRole('button', { name: /Air mover/ }));
    expect(field('Price')).toHaveValue('35 each');
    type(field('Price'), '35');
    expect(await save()).toMatchObject({
      description: 'Kitchen flooded.\n--- Items ---\n1 x Air mover @ 35.00 = 35.00',
    });
  });

  test('are added to the first block of several, and the editor stays with them', async () => {
    const two =
      '--- Items ---\n1 x Fan @ 5.00 = 5.00\n--- Claim ---\nCarrier: A\n--- Items ---\n1 x Trip @ 9.00 = 9.00';
    const { user, items, field, save, rows } = await edit({ ...BLANK, description: two });
    await user.click(items.getByRole('button', { name: 'Add item' }));
    await user.click(items.getByRole('button', { name: /Trip/ }));
    expect(field('What')).toHaveValue('Trip');
    await user.type(field('What'), '{Enter}');
    expect(field('What')).toHaveFocus();
    await user.keyboard('Demo');
    expect(field('What')).toHaveValue('Demo');
    expect(field('What')).toHaveFocus();
    type(field('Price'), '35');
    await user.click(items.getByRole('button', { name: 'Done' }));
    expect(rows()).toEqual(['Fan1 at $5.00$5.00', 'Demo1 at $35.00$35.00', 'Trip1 at $9.00$9.00']);
    type(field('Subtotal'), '5');
    expect(await save()).toMatchObject({
      description: two.replace('5.00 = 5.00', '5.00 = 5.00\n1 x Demo @ 35.00 = 35.00'),
    });
  });

  test('that was begun and left blank leaves nothing', async () => {
    const { user, items, field, save } = await edit(BLANK);
    await user.click(items.getByRole('button', { name: 'Add item' }));
    await user.type(field('What'), '{Enter}');
    expect(items.queryByLabelText('What')).toBeNull();
    expect(items.getByRole('button', { name: 'Add item' })).toHaveFocus();
    await user.click(items.getByRole('button', { name: 'Add item' }));
    await user.click(items.getByRole('button', { name: 'Remove item' }));
    expect(items.getByRole('button', { name: 'Add item' })).toHaveFocus();
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'x');
    type(field('What'), '');
    fireEvent.blur(field('What'));
    expect(field('What')).toHaveAccessibleDescription('Say what it is');
    await user.click(items.getByRole('button', { name: 'Done' }));
    type(field('Subtotal'), '5');
    expect(await save()).toMatchObject({ description: 'Kitchen flooded.' });
  });

  test('are offered with the price that they had last, in any estimate of this device', async () => {
    const known = { ...ESTIMATES.b, description: '--- Items ---\n1 x Air mover, 2 days @ 35.00 = 70.00' };
    const { user, items, field } = await edit(BLANK, [known]);
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'mov');
    const prices = within(await items.findByRole('list', { name: 'Known prices' }));
    await user.click(prices.getByRole('button', { name: 'Air mover, $35.00, days' }));
    expect(field('What')).toHaveValue('Air mover');
    expect(field('Quantity')).toHaveFocus();
    await user.keyboard('2');
    expect(field('Quantity')).toHaveValue('2');
    type(field('Quantity'), '1');
    expect(field('Unit')).toHaveValue('days');
    expect(field('Subtotal')).toHaveValue('35.00');
    expect(items.queryByRole('list', { name: 'Known prices' })).toBeNull();
  });

  test('are offered with the price of the company before those of earlier estimates', async () => {
    const lines = [1, 2, 3, 4].map((n) => `1 x Air duct ${n} @ 90.00 = 90.00`);
    const known = { ...ESTIMATES.b, description: ['--- Items ---', ...lines].join('\n') };
    const { records, user, items, field } = await edit(BLANK, [known]);
    await act(() => saveSettings(records.services, { priceList: 'Air mover\tdays\t35.00' }));
    await user.click(items.getByRole('button', { name: 'Add item' }));
    type(field('What'), 'air');
    const prices = within(await items.findByRole('list', { name: 'Known prices' }));
    expect(await prices.findByRole('button', { name: 'Air mover, $35.00, days' })).toBeVisible();
    expect(prices.getAllByRole('button')).toHaveLength(4);
  });
});

test('the page of an estimate lists its items, with both sums if they differ', async () => {
  await open({ description: ITEMS, subtotal: 400, tax_rate: 0, total_amount: 400 });
  const list = within(await screen.findByRole('list', { name: 'Items' }));
  expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Air mover2 × 3 days at $35.00$210.00',
    'Prices of 2026This line has no price that can be read, so it is not in the sum.',
    'Remove wet drywall118 sq ft at $1.85$218.30',
  ]);
  const sums = [...document.querySelectorAll('dl dt')].map(
    (name) => `${name.textContent} ${name.nextElementSibling?.textContent}`,
  );
  expect(sums).toEqual(
    expect.arrayContaining(['Items $428.30', 'Difference from the items -$28.30', 'Subtotal $400.00']),
  );
  expect(screen.getByText('Kitchen flooded.')).toBeVisible();
});
