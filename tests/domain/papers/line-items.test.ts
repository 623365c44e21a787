import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine } from '../../../src/domain/day/text-blocks.ts';
import {
  itemKey,
  type LineItem,
  readLineItem,
  workedAmount,
  writeLineItem,
} from '../../../src/domain/papers/line-items.ts';
import { anyItem, item } from './items.ts';

describe('a line item', () => {
  test.each<[string, Partial<LineItem>]>([
    [
      '2 x Air mover, 3 days @ 35.00 = 210.00',
      { quantity: 2, name: 'Air mover', each: 3, unit: 'days', price: 3500, amount: 21_000 },
    ],
    [
      '118 x Remove wet drywall, sq ft @ 1.85 = 218.30',
      { quantity: 118, name: 'Remove wet drywall', each: 1, unit: 'sq ft', price: 185, amount: 21_830 },
    ],
    ['1 x Trip charge @ 95.00 = 95.00', { name: 'Trip charge', each: 1, unit: '', amount: 9500 }],
    ['  1,200.5X  Tile ,  sq ft@$1.85 ', { quantity: 1200.5, name: 'Tile', unit: 'sq ft', amount: 222_093 }],
    ['3 × Fan, 2 @ 10 = $70', { quantity: 3, name: 'Fan', each: 2, unit: '', price: 1000, amount: 7000 }],
    ['1 x Drywall, wet, @ 2.00', { name: 'Drywall, wet', each: 1, unit: '' }],
    ['1 x Filter, 1 12 pack @ 2.00', { name: 'Filter', each: 1, unit: '12 pack' }],
    ['1 x Filter, 1.2.3 mm @ 2.00', { name: 'Filter', each: 1, unit: '1.2.3 mm' }],
    ['1 x Fan @ door @ 2.00', { name: 'Fan @ door', price: 200 }],
    ['1 x Discount @ -50.00 = -50.00', { name: 'Discount', price: -5000, amount: -5000 }],
    ['2 x Fan @ 35.00 = 60.00', { price: 3500, amount: 6000 }],
  ])('is read: %s', (line, facts) => {
    expect(readLineItem(line)).toMatchObject(facts);
  });

  test.each([
    '',
    'Prices of 2026',
    '2 x Air mover',
    'x Air mover @ 35.00',
    '-2 x Air mover @ 35.00',
    '2x4 lumber @ 5.00',
    '2 x @ 35.00',
    '2 x , days @ 35.00',
    '2 x Air mover @ ask',
    '2 x Air mover @ 35 %',
    '2 x Air mover @ 1.855',
    '2 x Air mover @ 35.00 = ask',
    '2 x Air mover @ 35.00 = 70.00 = 70.00',
    '1.2345 x Air mover @ 35.00',
    '1,2 x Air mover @ 35.00',
    '999999999 x Air mover, 9999 days @ 35.00 = 1.00',
    '--- Items ---',
  ])('is not read from %j', (line) => {
    expect(readLineItem(line)).toBeNull();
  });

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(anyItem, (given) => {
        const line = writeLineItem(given);
        const { name, unit, ...figures } = given;
        const kept = { name: oneLine(name) || '?', unit: oneLine(unit.replaceAll(',', ' ')) };
        assert.deepEqual(readLineItem(line), { ...figures, ...kept });
        assert.equal(writeLineItem(readLineItem(line) ?? given), line);
      }),
    );
  });

  test('is never misread, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.stringMatching(/^[\d.,]{1,5} ?[xX×] [a-z,@=\d ]{1,20}@ ?[-$\d.,= ]{1,12}$/),
    );
    fc.assert(
      fc.property(typed, (line) => {
        const read = readLineItem(line);
        expect(read && readLineItem(writeLineItem(read))).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  });

  test('is read fast, however long the line', () => {
    const long = 'a, @ = '.repeat(20_000);
    expect(readLineItem(`1 x ${long}`)).toBeNull();
    expect(readLineItem(`1 x a @ ${' '.repeat(100_000)}z`)).toBeNull();
    expect(readLineItem(`${'1'.repeat(100_000)} x a @ 1`)).toBeNull();
  });

  test('is the same in two spellings', () => {
    const key = itemKey(item({ name: 'Air mover', unit: 'days', each: 3 }));
    expect(itemKey(item({ name: ' AIR  mover', unit: 'Days', each: 3 }))).toBe(key);
    expect(itemKey(item({ name: 'Air mover', unit: 'days', each: 4 }))).not.toBe(key);
  });
});

describe('the amount of an item', () => {
  test.each([
    [1, 1, 1, 1],
    [0.5, 1, 1, 1],
    [0.499, 1, 1, 0],
    [0.5, 1, -1, -1],
    [1.005, 1, 10_000, 10_050],
    [1.001, 1.001, 100_000, 100_200],
    [118, 1, 185, 21_830],
    [0, 3, 3500, 0],
    [333.333, 3, 12_345_678, 12_345_665_654],
  ])('is %d × %d × %d cents = %d cents', (quantity, each, price, cents) => {
    expect(workedAmount({ quantity, each, price })).toBe(cents);
  });

  test('is the exact product, to half a cent', () => {
    const figure = fc.integer({ min: 0, max: 9_999_999 }).map((value) => value / 1000);
    fc.assert(
      fc.property(figure, figure, fc.integer({ min: -99_999, max: 99_999 }), (quantity, each, price) => {
        const exact = BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(each * 1000)) * BigInt(price);
        const off = BigInt(workedAmount({ quantity, each, price })) * 1_000_000n - exact;
        assert.ok(off <= 500_000n && off >= -500_000n);
      }),
    );
  });
});
