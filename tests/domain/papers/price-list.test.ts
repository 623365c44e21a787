import { describe, expect, test } from 'vitest';
import { pricesLike } from '../../../src/domain/papers/learned-prices.ts';
import {
  isTooLongList,
  priceListCsv,
  pricesInFile,
  readPriceList,
  withListed,
  writePriceList,
} from '../../../src/domain/papers/price-list.ts';

const MOVER = { name: 'Air mover', unit: 'days', price: 3500 };
const DEMO = { name: 'Demo', unit: '', price: -8050 };

const linesOf = (...rows: readonly (readonly string[])[]) => rows.map((cells, n) => ({ row: n + 1, cells }));

describe('the price list', () => {
  test('reads as it was written', () => {
    const text = writePriceList([MOVER, DEMO]);
    expect(text).toBe('Air mover\tdays\t35.00\nDemo\t\t-80.50');
    expect(readPriceList(text)).toEqual([MOVER, DEMO]);
  });

  test('has each item of a unit once, with its last price', () => {
    const again = { name: ' air  MOVER', unit: 'Days', price: 4000 };
    const text = writePriceList([MOVER, { ...MOVER, unit: 'hours' }, again]);
    expect(text).toBe('air MOVER\tDays\t40.00\nAir mover\thours\t35.00');
  });

  test('leaves out lines that are no prices', () => {
    expect(readPriceList('')).toEqual([]);
    expect(readPriceList('Air mover\n\tdays\t5\nTax\t\t8%\nDemo\t\t80')).toEqual([{ ...DEMO, price: 8000 }]);
  });

  test('has room for some hundred prices', () => {
    expect([20_000, 20_001].map((length) => isTooLongList('x'.repeat(length)))).toEqual([false, true]);
  });

  test('stands before what estimates say, and replaces it', () => {
    const learned = [
      { name: 'Haul away', unit: '', price: 9500, count: 3 },
      { name: 'Air Mover', unit: 'days', price: 3000, count: 2 },
    ];
    expect(withListed(learned, [DEMO, MOVER])).toEqual([
      { ...MOVER, count: 2 },
      { ...DEMO, count: 0 },
      learned[0],
    ]);
  });

  test('is offered also if as many other prices begin with what is typed', () => {
    const learned = [1, 2, 3, 4].map((n) => ({ name: `Air duct ${n}`, unit: '', price: n, count: 9 }));
    const offered = pricesLike(withListed(learned, [MOVER]), 'air', 4);
    expect(offered.map(({ name }) => name)).toEqual(['Air mover', 'Air duct 1', 'Air duct 2', 'Air duct 3']);
  });

  test('is saved as CSV', () => {
    expect(priceListCsv([MOVER, { ...DEMO, name: '=Demo, "all"' }])).toBe(
      '\uFEFFItem,Unit,Price\r\nAir mover,days,35.00\r\n"\'=Demo, ""all""",,-80.50\r\n',
    );
  });
});

describe('the columns of a file', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    [
      'as the app saves them',
      [
        ['Item', 'Unit', 'Price'],
        ['Air mover', 'days', '35.00'],
      ],
    ],
    ['below a title', [['Prices of 2026'], ['Price', 'Unit', 'Item'], ['$35', 'days', 'Air mover']]],
    [
      'beside others',
      [
        ['Item Code', 'Description', 'Category', 'UOM', 'Unit Price', 'Cost'],
        ['A-1', 'Air mover', 'Drying', 'days', '35', '12'],
      ],
    ],
    [
      'that say cost',
      [
        ['Product/Service', 'Units', 'Cost'],
        ['Air  mover', 'days', '35.0'],
      ],
    ],
    ['without names', [['Air mover', 'days', '35']]],
  ])('are found: %s', (_, rows) => {
    expect(pricesInFile(linesOf(...rows))).toEqual({ prices: [MOVER], unread: [] });
  });

  test('may lack a unit, with names and without', () => {
    const read = { prices: [{ ...MOVER, unit: '' }], unread: [] };
    expect(pricesInFile(linesOf(['Item', 'Rate'], ['Air mover', '35']))).toEqual(read);
    expect(pricesInFile(linesOf(['Air mover', '35']))).toEqual(read);
  });

  test.each<[string, readonly (readonly string[])[]]>([
    ['nothing', []],
    ['one column', [['35.00']]],
    ['too many without names', [['Air mover', 'days', 'each', '35']]],
    [
      'no price',
      [
        ['Item', 'Unit'],
        ['Air mover', 'days'],
      ],
    ],
  ])('are not guessed: %s', (_, rows) => {
    expect(pricesInFile(linesOf(...rows))).toBeNull();
  });

  test('rows without an item or a price are named', () => {
    const read = pricesInFile(
      linesOf(
        ['Item', 'Price'],
        ['Air mover', 'call us'],
        ['', '35'],
        ['Tax', '8%'],
        ['Demo', '-80.50'],
        ['Fan'],
      ),
    );
    expect(read).toEqual({ prices: [DEMO], unread: [2, 3, 4, 6] });
    expect(pricesInFile(linesOf(['Price', 'Item'], ['35']))).toEqual({ prices: [], unread: [2] });
  });
});
