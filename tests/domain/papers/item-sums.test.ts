import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClaim } from '../../../src/domain/day/claim.ts';
import { linesWithin } from '../../../src/domain/day/text-blocks.ts';
import {
  addItem,
  changeItem,
  itemsTotal,
  linesBesideLineItems,
  readItems,
  subtotalDifference,
  withItems,
} from '../../../src/domain/papers/item-sums.ts';
import { writeLineItem } from '../../../src/domain/papers/line-items.ts';
import { foreign } from '../../support/records/texts.ts';
import { anyItem, item } from './items.ts';

const TEXT = `Kitchen flooded.
--- Items ---
Prices of 2026
2 x Air mover, 3 days @ 35.00 = 210.00
ask about the @ hood
118 x Remove wet drywall, sq ft @ 1.85 = 218.30
--- Claim ---
Carrier: Prairie Mutual`;

describe('the items of a text', () => {
  test('are read, with the lines that are none', () => {
    expect(readItems(TEXT).map(({ name, line }) => [name, line])).toEqual([
      ['Air mover', 3],
      ['Remove wet drywall', 5],
    ]);
    expect(linesBesideLineItems(TEXT)).toEqual(['Prices of 2026', 'ask about the @ hood']);
    expect(itemsTotal(readItems(TEXT))).toBe(42_830);
  });

  test('get a block of their own, and only their line changes', () => {
    const added = addItem('Kitchen flooded.', item());
    expect(added).toBe('Kitchen flooded.\n--- Items ---\n1 x Air mover @ 35.00 = 35.00');
    expect(changeItem(TEXT, 3, item({ quantity: 4 }))).toBe(
      TEXT.replace('2 x Air mover, 3 days @ 35.00 = 210.00', '4 x Air mover @ 35.00 = 140.00'),
    );
  });

  test('are all read back from any text, and every other line stays', () => {
    fc.assert(
      fc.property(foreign, fc.array(anyItem, { maxLength: 4 }), (text, items) => {
        const before = readItems(text).length;
        const written = items.reduce(addItem, text);
        const read = readItems(written);
        assert.equal(read.length, before + items.length);
        assert.deepEqual(read.slice(before).map(writeLineItem), items.map(writeLineItem));
        const kept = linesWithin(written, 'Items').length - items.length;
        assert.equal(kept, linesWithin(text, 'Items').length);
        assert.deepEqual(readClaim(written), readClaim(text));
        assert.ok(written.startsWith(text.trimEnd()) || text.toLowerCase().includes('items'));
      }),
    );
  });

  test('shown or beside them, each line of the block is there', () => {
    const line = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), anyItem.map(writeLineItem));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const said = lines.filter((one) => one.trim() !== '' && !/[\r\n]|---/.test(one));
        const text = ['--- Items ---', ...said].join('\n');
        assert.equal(readItems(text).length + linesBesideLineItems(text).length, said.length);
      }),
    );
  });
});

describe('the difference between the subtotal and the items', () => {
  test.each([
    [TEXT, 428.3, 0],
    [TEXT, 400, -2830],
    [TEXT, null, null],
    [TEXT, '4o0', null],
    ['Kitchen', 400, null],
  ])('of %j at %j is %j', (description, subtotal, cents) => {
    expect(subtotalDifference({ description, subtotal })).toBe(cents);
  });
});

describe('when the items change', () => {
  const blank = { description: '', subtotal: null, tax_rate: 8.25, total_amount: null };
  const estimate = { description: TEXT, subtotal: 428.3, tax_rate: 8.25, total_amount: 463.63 };
  const more = addItem(TEXT, item());
  const none = TEXT.replace(/^\d.*\n/gm, '');

  test.each([
    ['the subtotal and the total follow', estimate, more, 463.3, 501.52],
    ['they follow from the first item on', blank, addItem('', item()), 35, 37.89],
    ['a subtotal of 0 follows too', { ...blank, subtotal: 0, total_amount: 0 }, more, 463.3, 501.52],
    ['without items they are blank', estimate, none, null, null],
    ['a subtotal that a person set stays', { ...estimate, subtotal: 400 }, more, 400, 463.63],
    ['a subtotal of 0 beside items stays', { ...estimate, subtotal: 0, total_amount: 0 }, more, 0, 0],
    ['a subtotal that is not known yet follows', { ...estimate, subtotal: null }, more, 463.3, 463.63],
    ['a subtotal that is no amount stays', { ...estimate, subtotal: '4o0' }, more, '4o0', 463.63],
    ['a total that a person set stays', { ...estimate, total_amount: 450 }, more, 463.3, 450],
    ['a subtotal from before the items stays', { ...estimate, description: '' }, more, 428.3, 463.63],
    [
      'words alone change no sum',
      { ...estimate, subtotal: 0, total_amount: 1 },
      TEXT.replace('Kitchen', 'Bath'),
      0,
      1,
    ],
  ])('%s', (_, was, description, subtotal, total_amount) => {
    expect(withItems(was, description).change).toEqual({ description, subtotal, total_amount });
  });

  test('sums that a person set stay while a price passes them', () => {
    const typed = (price: number) => addItem('', item({ price }));
    const set = { ...estimate, description: typed(1000), subtotal: 100, total_amount: 108.25 };
    const met = withItems(set, typed(10_000));
    const past = withItems({ ...set, ...met.change }, typed(100_000), met.follows);
    expect(past.change).toMatchObject({ subtotal: 100, total_amount: 108.25 });
    const only = { ...set, subtotal: 10 };
    const kept = withItems(only, typed(10_000));
    expect(kept.change).toMatchObject({ subtotal: 100, total_amount: 108.25 });
    const last = withItems({ ...only, ...kept.change }, typed(100_000), kept.follows);
    expect(last.change).toMatchObject({ subtotal: 1000, total_amount: 108.25 });
  });
});
