import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDraft } from '../../../src/domain/check.ts';
import { readLineItem, writeLineItem } from '../../../src/domain/papers/line-items.ts';
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
  ])('is written %s', (_, given, line) => {
    expect(writeTyped(typed(given))).toBe(line);
    expect(readTyped(typed(given)).problems).toEqual({});
    expect(writeTyped(typedItem(line))).toBe(line);
  });

  test.each<[given: Partial<TypedItem>, field: string, words: RegExp]>([
    [{ name: ' ' }, 'name', /^Say what it is$/],
    [{ quantity: 'two' }, 'quantity', /^“two” is not a number/],
    [{ each: 'some' }, 'each', /^“some” is not a number/],
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

  test('that cannot be read is opened as it was typed', () => {
    const begun = typed({ quantity: 'two', each: '3', unit: 'days', price: '35', amount: '7' });
    expect(typedItem(writeTyped(begun))).toEqual(begun);
  });

  test('is opened from any line: what is no item is its name', () => {
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
