import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Amount,
  amountText,
  fromCents,
  parseAmount,
  readAmount,
  sumOf,
  toCents,
  withTax,
} from '../../src/domain/money.ts';
import { counterexample } from '../support/test/counterexample.ts';

/** In whole cents, more often small ones. */
const cents = fc.oneof(
  fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
  fc.integer({ min: -100_000, max: 100_000 }),
);

/** A percentage in its ten-thousandths: 82_500 is 8.25 %. */
const rate = fc.oneof(
  fc.integer({ min: -1_000_000, max: 2_000_000 }),
  fc.constantFrom(0, 82_500, 88_750, 1, 100_000),
);

/** Returns '123.45' for '12345', by moving the point in the digits. */
function decimalText(units: number | bigint, decimals: number): string {
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

describe('cents', () => {
  it('survive every conversion unchanged', () => {
    expect(
      counterexample(
        fc.property(cents, (given) => {
          const text = decimalText(given, 2);
          assert.ok(Object.is(toCents(fromCents(given)), given));
          assert.equal(fromCents(given), Number(text));
          assert.equal(amountText(fromCents(given)), text);
          assert.equal(readAmount(text), fromCents(given));
          assert.equal(readAmount({ amount: text, currency: 'USD' }), fromCents(given));
          assert.equal(readAmount(JSON.parse(JSON.stringify(fromCents(given)))), fromCents(given));
          assert.equal(parseAmount(text), fromCents(given));
        }),
        50_000,
      ),
    ).toBeNull();
  });

  it('are added as whole numbers', () => {
    expect(
      counterexample(
        fc.property(fc.array(cents, { maxLength: 100 }), (given) => {
          const sum = given.reduce((total, one) => total + BigInt(one), 0n);
          return sumOf(given.map(fromCents)) === Number(decimalText(sum, 2));
        }),
      ),
    ).toBeNull();
    expect(sumOf([0.1, 0.2, null, 'abc'])).toBe(0.3);
    expect(sumOf([])).toBe(0);
  });

  it.each<[amount: Amount | undefined, cents: number]>([
    [1.005, 101],
    [-1.005, -101],
    [0.005, 1],
    [1.0049999, 100],
    [1e-7, 0],
    [-1e-7, 0],
    [-0, 0],
    [999_999_999_999.99, 99_999_999_999_999],
    [null, 0],
    [undefined, 0],
    ['12', 0],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 0],
    [1e300, 0],
  ])('of %s are %i', (amount, expected) => {
    expect(toCents(amount)).toBe(expected);
  });

  it.each<[amount: Amount, text: string]>([
    [99.9, '99.90'],
    [0, '0.00'],
    [-0.05, '-0.05'],
    [-0.001, '0.00'],
    [1234.5, '1234.50'],
    [1e300, '0.00'],
  ])('%s is written %s', (amount, text) => {
    expect(amountText(amount)).toBe(text);
  });
});

describe('subtotal and tax', () => {
  // @spec 3.14 D1.8
  it('are exact fractions, rounded once, half away from zero', () => {
    expect(
      counterexample(
        fc.property(cents, rate, (given, percent) => {
          // total = cents * (1 + percent / 10^6), over a common denominator, rounded by its remainder.
          const numerator = BigInt(given) * BigInt(1_000_000 + percent);
          const size = numerator < 0n ? -numerator : numerator;
          const up = (size % 1_000_000n) * 2n >= 1_000_000n ? 1n : 0n;
          const total = (size / 1_000_000n + up) * (numerator < 0n ? -1n : 1n);
          const dollars = Number(decimalText(percent, 4));
          assert.equal(withTax(fromCents(given), dollars), Number(decimalText(total, 2)));
        }),
        50_000,
      ),
    ).toBeNull();
  });

  it.each<[subtotal: Amount, taxRate: Amount, total: number | null]>([
    [100, 8.25, 108.25],
    [100.1, 8.25, 108.36],
    [100, 8.875, 108.88],
    [0.02, 25, 0.03],
    [100, 0, 100],
    [100, null, 100],
    [null, 8.25, 0],
    [100, -10, 90],
    [-0.02, 25, -0.03],
    ['100', 8.25, null],
    [100, '8.25', null],
    [999_999_999_999, 100, null],
    [1e300, 8.25, 0],
    [100, Number.POSITIVE_INFINITY, 100],
  ])('%s at %s %% is %s', (subtotal, taxRate, total) => {
    expect(withTax(subtotal, taxRate)).toBe(total);
  });
});

describe('an amount as typed by a user', () => {
  // @spec 5.7 D1.19
  it.each<[text: string, amount: number]>([
    ['12,500', 12_500],
    ['$1,200.50', 1200.5],
    ['1 200.5', 1200.5],
    ['$1 200.50', 1200.5],
    ['1\u00a0234\u202f567', 1_234_567],
    ['.5', 0.5],
    ['12.', 12],
    ['0', 0],
    ['007', 7],
    ['-$5', -5],
    ['- 5', -5],
    ['+5.25', 5.25],
    ['-0', 0],
    [' 12 ', 12],
    ['8.25 %', 8.25],
    ['1,234,567.89', 1_234_567.89],
    ['999999999999.99', 999_999_999_999.99],
  ])('%j is %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  // @spec D1.20
  it.each([
    '',
    ' ',
    '.',
    '-',
    '$',
    '%',
    '-.',
    'abc',
    '12abc',
    '$12 each',
    '1e5',
    '0x10',
    '∞',
    'NaN',
    'Infinity',
    '1,2,3',
    '1.2.3',
    '12,50',
    ',500',
    '1,2345',
    '12,500,',
    '1,,000',
    '1,000.50,000',
    '1234,567',
    '1 2',
    '12 50',
    '1,000 000',
    '1 000,000',
    '5 .5',
    '10.005',
    '.005',
    '--1',
    '+-1',
    '1-',
    '5$',
    '%5',
    '1000000000000',
    '-1000000000000',
    '٣',
  ])('%j is not an amount', (text) => {
    expect(parseAmount(text)).toBeNull();
  });

  it('may have more decimals if allowed', () => {
    expect(parseAmount('8.8750', 4)).toBe(8.875);
    expect(parseAmount('8.87505', 4)).toBeNull();
  });

  it('is an amount within bounds or null, whatever is typed', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom(...'0123456789,.$%+- e'.split('')) }),
    );
    expect(
      counterexample(
        fc.property(typed, (text) => {
          const amount = parseAmount(text);
          return (
            amount === null ||
            (Math.abs(amount) < 1e12 && !Object.is(amount, -0) && fromCents(toCents(amount)) === amount)
          );
        }),
        50_000,
      ),
    ).toBeNull();
  });

  it('is read back from its display', () => {
    expect(
      counterexample(
        fc.property(cents, (given) => {
          const dollars = fromCents(given);
          const shown = [
            dollars.toLocaleString('en-US', { minimumFractionDigits: 2 }),
            dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' }),
          ];
          return shown.every((text) => parseAmount(text) === dollars);
        }),
        2_000,
      ),
    ).toBeNull();
  });
});

describe('an amount as a server sends it', () => {
  // @spec D3.5
  it.each<[value: unknown, amount: number | null]>([
    [2500.5, 2500.5],
    ['2500.5', 2500.5],
    ['8.2500', 8.25],
    ['1.123456', 1.123456],
    [' 7 ', 7],
    [{ amount: '99.90', currency: 'USD' }, 99.9],
    [{ amount: 99.9 }, 99.9],
    [-0, 0],
    [{ amount: { amount: '5' } }, null],
    [{ amount: null }, null],
    [{ amount: ['5'] }, null],
    [{ cost: '5' }, null],
    [['5'], null],
    ['', null],
    ['abc', null],
    [null, null],
    [undefined, null],
    [true, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1e300, null],
  ])('%j is %s', (value, amount) => {
    expect(readAmount(value)).toBe(amount);
  });

  it('is an amount or null, whatever is sent', () => {
    expect(
      counterexample(
        fc.property(fc.oneof(fc.anything(), fc.record({ amount: fc.anything() })), (value) => {
          const amount = readAmount(value);
          return amount === null || (Math.abs(amount) < 1e12 && !Object.is(amount, -0));
        }),
      ),
    ).toBeNull();
  });
});
