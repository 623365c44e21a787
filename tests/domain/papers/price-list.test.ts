import { describe, expect, test } from 'vitest';
import type { FileLine } from '../../../src/domain/import/columns.ts';
import { pricesLike } from '../../../src/domain/papers/learned-prices.ts';
import {
  isTooLongList,
  type ListedPrice,
  priceListCsv,
  pricesInFile,
  readPriceList,
  withListed,
  writePriceList,
} from '../../../src/domain/papers/price-list.ts';
import { drawAll } from '../../../src/domain/steps.ts';

const MOVER = { name: 'Air mover', unit: 'days', price: 3500 };
const DEMO = { name: 'Demo', unit: '', price: -8050 };

const written = (prices: readonly ListedPrice[]) => drawAll(writePriceList(prices));
const readIn = (lines: readonly FileLine[]) => drawAll(pricesInFile(lines));
const linesOf = (...rows: readonly (readonly string[])[]) => rows.map((cells, n) => ({ row: n + 1, cells }));

describe('the price list', () => {
  test('reads as it was written', () => {
    const text = written([MOVER, DEMO]);
    expect(text).toBe('Air mover\tdays\t35.00\nDemo\t\t-80.50');
    expect(readPriceList(text)).toEqual([MOVER, DEMO]);
  });

  test('has each item of a unit once, with its last price', () => {
    const again = { name: ' air  MOVER', unit: 'Days', price: 4000 };
    const text = written([MOVER, { ...MOVER, unit: 'hours' }, again]);
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
      { ...MOVER, count: 2, isListed: true },
      { ...DEMO, count: 0, isListed: true },
      learned[0],
    ]);
  });

  test('is offered also if as many other prices begin with what is typed', () => {
    const learned = [1, 2, 3, 4].map((n) => ({ name: `Air duct ${n}`, unit: '', price: n, count: 9 }));
    const offered = pricesLike(withListed(learned, [MOVER]), 'air', 4);
    expect(offered.map(({ name }) => name)).toEqual(['Air mover', 'Air duct 1', 'Air duct 2', 'Air duct 3']);
  });

  test('is written in steps', () => {
    const prices = Array.from({ length: 300 }, (_, n) => ({ ...MOVER, name: `Fan ${n}` }));
    const steps = writePriceList(prices);
    expect(steps.next().done).toBe(false);
    expect(readPriceList(drawAll(steps))).toEqual(prices);
  });

  test('is saved as CSV', () => {
    expect(
      priceListCsv([
        { ...MOVER, isListed: true },
        { ...DEMO, name: '=Demo, "all"' },
      ]),
    ).toBe(
      [
        '\uFEFFItem,Unit,Price,From',
        'Air mover,days,35.00,Price list',
        '"\'=Demo, ""all""",,-80.50,Earlier estimates',
        '',
      ].join('\r\n'),
    );
  });
});

describe('the columns of a file', () => {
  test.each<[string, readonly (readonly string[])[]]>([
    [
      'as the app saves them',
      [
        ['Item', 'Unit', 'Price', 'From'],
        ['Air mover', 'days', '35.00', 'Price list'],
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
    expect(readIn(linesOf(...rows))).toEqual({ prices: [MOVER], unread: [] });
  });

  test('may lack a unit, with names and without', () => {
    const read = { prices: [{ ...MOVER, unit: '' }], unread: [] };
    expect(readIn(linesOf(['Item', 'Rate'], ['Air mover', '35']))).toEqual(read);
    expect(readIn(linesOf(['Air mover', '35']))).toEqual(read);
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
    expect(readIn(linesOf(...rows))).toBeNull();
  });

  test('are read in steps', () => {
    const steps = pricesInFile(linesOf(...Array.from({ length: 300 }, () => ['Air mover', 'days', '35'])));
    expect(steps.next().done).toBe(false);
    expect(drawAll(steps)?.prices).toHaveLength(300);
  });

  test('are read without the mark that keeps a spreadsheet from running a text', () => {
    const read = { prices: [{ ...DEMO, name: '=Demo' }], unread: [] };
    expect(readIn(linesOf(['Item', 'Price'], ["'=Demo", "'-80.50"]))).toEqual(read);
    expect(readIn(linesOf(["'=Demo", "'-80.50"]))).toEqual(read);
  });

  test('rows without an item or a price are named', () => {
    const read = readIn(
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
    expect(readIn(linesOf(['Price', 'Item'], ['35']))).toEqual({ prices: [], unread: [2] });
  });
});
