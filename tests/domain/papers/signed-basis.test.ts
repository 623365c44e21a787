import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentHash, hashDigits } from '../../../src/domain/papers/document-hash.ts';
import { addItem, readItems } from '../../../src/domain/papers/item-sums.ts';
import { itemTable, readItemTable } from '../../../src/domain/papers/item-table.ts';
import type { LineItem } from '../../../src/domain/papers/line-items.ts';
import type { PaperContent } from '../../../src/domain/papers/paper-content.ts';
import { changeOrderPaper, estimatePaper } from '../../../src/domain/papers/papers.ts';
import { readSignedBasis } from '../../../src/domain/papers/signed-basis.ts';
import { signedFile } from '../../support/records/signed-file.ts';
import { anyItem, item } from './items.ts';
import { estimate, SOURCE } from './source.ts';

const ITEMS = [
  item({ name: 'Air mover, "large" <4>', quantity: 2, each: 3, unit: 'days' }),
  item({ name: 'Ванна & 中', quantity: 1.5, unit: '12 pack', price: 185 }),
  item({ name: 'Discount', price: -123_456 }),
  item({ name: 'Demo', price: 8000, amount: 7000 }),
];
const AGREEMENT = { text: 'I agree.' };

const signedOf = (description: string, total_amount = 410): PaperContent =>
  estimatePaper(SOURCE, { estimate: estimate({ description, total_amount }), agreement: AGREEMENT });

function basisOf(content: PaperContent, digits = hashDigits(documentHash(content))) {
  return readSignedBasis(signedFile(content), digits);
}

describe('what a change order begins with', () => {
  test('are the items and the total of the signed estimate', () => {
    const description = `Kitchen\n${ITEMS.reduce(addItem, '')}\nPrices of 2026`;
    expect(basisOf(signedOf(description))).toEqual({
      items: readItems(description).map(({ line, ...read }) => (line > 0 ? read : null)),
      total: 41_000,
    });
  });

  test('is the total alone, if a change order was signed last', () => {
    const content = changeOrderPaper(SOURCE, {
      estimate: estimate({ description: ITEMS.reduce(addItem, ''), total_amount: 500 }),
      before: { items: [], total: 41_000, asSigned: 'all', estimate: 'E-11', signed: null },
      reason: '',
      agreement: AGREEMENT,
    });
    expect(basisOf(content)).toEqual({ items: null, total: 50_000 });
  });

  test('has no items if the estimate is one sum', () => {
    expect(basisOf(signedOf('Kitchen'))).toEqual({ items: [], total: 41_000 });
  });

  test.each<[string, PaperContent, string | undefined]>([
    ['has other digits', signedOf('Kitchen'), '0123456789ab'],
    ['states no total', { ...signedOf('Kitchen'), parts: [] }, undefined],
  ])('is nothing if the document %s', (_, content, digits) => {
    expect(basisOf(content, digits)).toBeNull();
  });

  test.each(['', '%PDF', '<jspdf:metadata>{"a":</jspdf:metadata>', '<jspdf:metadata>7</jspdf:metadata>'])(
    'is nothing if the file is no document: %s',
    (text) => {
      const { buffer } = new TextEncoder().encode(text);
      expect(readSignedBasis(buffer, '0123456789ab')).toBeNull();
    },
  );
});

describe('the items of a table', () => {
  const tableOf = (items: readonly LineItem[]) => {
    const description = items.reduce(addItem, '');
    const [table = { rows: [] }] = itemTable(description);
    return { table, items: readItems(description).map(({ line: _line, ...read }): LineItem => read) };
  };

  test('are those that were put into it', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { minLength: 1, maxLength: 6 }), (given) => {
        const { table, items } = tableOf(given);
        fc.pre(items.every(({ unit }) => !unit.startsWith('×')));
        expect(readItemTable(table)).toEqual(items);
      }),
    );
  });

  test('cannot be read if a unit begins like a second quantity', () => {
    expect(readItemTable(tableOf([item({ unit: '× 3' })]).table)).toBeNull();
  });

  test.each([
    ['a row across all columns', { row: 'group', text: 'Added' } as const],
    ['another quantity', { row: 'cells', cells: ['two', 'Pump', '$5.00', '$10.00'] } as const],
    ['another price', { row: 'cells', cells: ['2', 'Pump', 'five', '$10.00'] } as const],
    ['another amount', { row: 'cells', cells: ['2', 'Pump', '$5.00', 'ten'] } as const],
    ['a quantity that nobody writes', { row: 'cells', cells: ['2.0', 'Pump', '$5.00', '$10.00'] } as const],
  ])('cannot be read beside %s', (_, row) => {
    expect(readItemTable({ rows: [row] })).toBeNull();
  });
});
