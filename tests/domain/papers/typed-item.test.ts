import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDraft } from '../../../src/domain/check.ts';
import { type LineItem, readLineItem, writeLineItem } from '../../../src/domain/papers/line-items.ts';
import {
  isBlankItem,
  NO_ITEM,
  readTyped,
  type TypedItem,
  typedItem,
  unfinishedItems,
  writeTyped,
} from '../../../src/domain/papers/typed-item.ts';
import { anyItem } from './items.ts';
import { estimate } from './source.ts';

const typed = (given: Partial<TypedItem> = {}): TypedItem => ({ ...NO_ITEM, name: 'Air mover', ...given });

describe('an item that is typed', () => {
  test.each<[name: string, given: Partial<TypedItem>, line: string]>([
    ['with a price', { quantity: '2', price: '35' }, '2 x Air mover @ 35.00 = 70.00'],
    [
      'for some days',
      { quantity: '2', each: '3', unit: 'days', price: '35' },
      '2 x Air mover, 3 days @ 35.00 = 210.00',
    ],
    ['without a price', {}, '1 x Air mover @ 0.00 = 0.00'],
    ['with an amount of its own', { price: '35', amount: '30' }, '1 x Air mover @ 35.00 = 30.00'],
    ['as a discount', { price: '-50' }, '1 x Air mover @ -50.00 = -50.00'],
    [
      'with a comma for the point',
      { quantity: '1 200,5', each: '2,25', unit: 'h', price: '-$35,5', amount: ',50 ' },
      '1200.5 x Air mover, 2.25 h @ -35.50 = 0.50',
    ],
    [
      'with a comma of thousands',
      { quantity: '1,200', price: '1,000' },
      '1200 x Air mover @ 1000.00 = 1200000.00',
    ],
  ])('is written %s', (_, given, line) => {
    expect(writeTyped(typed(given))).toBe(line);
    expect(readTyped(typed(given)).problems).toEqual({});
    expect(writeTyped(typedItem(line))).toBe(line);
  });

  test.each<[given: Partial<TypedItem>, field: string, words: RegExp]>([
    [{ name: ' ' }, 'name', /^Say what it is$/],
    [{ quantity: 'two' }, 'quantity', /^“two” is not a number/],
    [{ quantity: '10%' }, 'quantity', /^“10%” is not a number/],
    [{ quantity: '$10' }, 'quantity', /^“\$10” is not a number/],
    [{ quantity: '-2' }, 'quantity', /^This cannot be below 0\. For a discount/],
    [{ quantity: '-10%' }, 'quantity', /^This cannot be below 0\. For a discount/],
    [{ each: 'some' }, 'each', /^“some” is not a number/],
    [{ each: '-3' }, 'each', /^This cannot be below 0\. For a discount/],
    [{ price: '5%' }, 'price', /^“5%” is not a price/],
    [{ amount: 'much' }, 'amount', /^“much” is not a price/],
    [{ quantity: '999999999', price: '999999' }, 'price', /more than an estimate can hold/],
  ])(
    '%j says what is wrong, and keeps all that is typed in a line that is no item',
    (given, field, words) => {
      const { item, problems } = readTyped(typed(given));
      expect(item).toBeNull();
      expect(Object.entries(problems)).toEqual([[field, expect.stringMatching(words)]]);
      const line = writeTyped(typed(given));
      expect(line).toMatch(/^\? /);
      expect(readLineItem(line)).toBeNull();
      const again = typedItem(line);
      for (const text of Object.values(given)) expect(Object.values(again).join('\n')).toContain(text.trim());
    },
  );

  test.each([
    { quantity: 'two', each: '3', unit: 'days', price: '35', amount: '7' },
    { quantity: '-2', each: '-3', unit: 'days', price: '50' },
    { quantity: '10%', each: '$5.5', unit: 'days' },
    { quantity: 'two', each: '2.5', price: '12,50', amount: '1,5' },
  ])('that cannot be read is opened as it was typed: %j', (given) => {
    expect(typedItem(writeTyped(typed(given)))).toEqual(typed(given));
  });

  test('is shown with the figures that its line has, or its line is no item', () => {
    const figure = fc.oneof(
      fc.stringMatching(/^[-+]? ?\$?\d{0,5}[.,]?\d{0,3} ?%?$/),
      fc.constantFrom('', '-2', '10%', '1,200.5', '1 200'),
    );
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('Overhead', 'a, b', '@ 5', '3 days', '-3 days'),
    );
    const anyTyped = fc.record({
      name: words,
      quantity: figure,
      each: figure,
      unit: words,
      price: figure,
      amount: figure,
    });
    fc.assert(
      fc.property(anyTyped, (given) => {
        const figures = (item: LineItem | null) =>
          item && [item.quantity, item.each, item.price, item.amount];
        expect(figures(readLineItem(writeTyped(given)))).toEqual(figures(readTyped(given).item));
      }),
      { numRuns: 500 },
    );
  });

  test('is read from any line: text that is not an item becomes its name', () => {
    expect(typedItem('Prices of 2026')).toEqual({ ...NO_ITEM, name: 'Prices of 2026' });
    expect(typedItem('? 2 x Air mover')).toEqual({ ...NO_ITEM, quantity: '2', name: 'Air mover' });
    expect(typedItem('? something')).toEqual({ ...NO_ITEM, name: '? something' });
    fc.assert(
      fc.property(anyItem, (item) => {
        const line = writeLineItem(item);
        expect(readLineItem(writeTyped(typedItem(line)))).toEqual(readLineItem(line));
      }),
    );
  });

  test('is opened with a count that has a comma', () => {
    const begun = typed({ quantity: 'two', each: '2,5', unit: 'days, dry' });
    expect(typedItem(writeTyped(begun))).toEqual({ ...begun, each: '2.5', unit: 'days dry' });
  });

  test('is blank if only the quantity is there', () => {
    expect(isBlankItem(NO_ITEM)).toBe(true);
    expect(isBlankItem(typed())).toBe(false);
  });
});

test('an estimate is not saved with an item that is not finished, unless it was there before', () => {
  const line = writeTyped(typed({ quantity: 'two' }));
  const before = estimate({ customer: '1', valid_until: '2026-12-31', subtotal: 5, total_amount: 5 });
  const draft = { ...before, description: `--- Items ---\n${line}\n1 x Fan @ 5.00\n${line}` };
  expect(unfinishedItems(draft.description)).toEqual(['two x Air mover, @', 'two x Air mover, @']);
  expect(checkDraft('estimates', draft, before)).toEqual([
    {
      field: 'description',
      inline: null,
      alert: 'The item “two x Air mover, @” is not finished. Open it under Items, and complete or remove it.',
    },
  ]);
  expect(checkDraft('estimates', draft, draft)).toEqual([]);
});
