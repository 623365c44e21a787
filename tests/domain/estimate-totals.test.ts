import { expect, test } from 'vitest';
import { estimateTotals } from '../../src/domain/estimate.ts';
import type { Amount } from '../../src/domain/money.ts';

type Given = readonly [subtotal: Amount, rate: Amount, total: Amount];

test.each<[given: Given, totals: ReturnType<typeof estimateTotals>]>([
  [[100.1, 8.25, 108.36], { subtotal: 100.1, tax: 8.26, adjustment: 0, total: 108.36 }],
  [[2000, 0, 2000], { subtotal: 2000, tax: 0, adjustment: 0, total: 2000 }],
  [[1000, 8, 1000], { subtotal: 1000, tax: 80, adjustment: -80, total: 1000 }],
  [[1000, null, 1075], { subtotal: 1000, tax: 75, adjustment: 0, total: 1075 }],
  [[null, 8, 1080], { subtotal: null, tax: null, adjustment: 0, total: 1080 }],
  [[1000, 8, null], { subtotal: 1000, tax: 80, adjustment: 0, total: null }],
  [[1000, null, null], { subtotal: 1000, tax: null, adjustment: 0, total: null }],
  [['much', 8, 'more'], { subtotal: null, tax: null, adjustment: 0, total: null }],
])('subtotal, tax rate and total %j on paper', ([subtotal, tax_rate, total_amount], totals) => {
  expect(estimateTotals({ subtotal, tax_rate, total_amount })).toEqual(totals);
});
