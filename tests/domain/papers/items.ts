import fc from 'fast-check';
import { type LineItem, workedAmount } from '../../../src/domain/papers/line-items.ts';

/** The amount is worked out unless it is given. */
export function item(given: Partial<LineItem> = {}): LineItem {
  const facts = { quantity: 1, name: 'Air mover', each: 1, unit: '', price: 3500, ...given };
  return { amount: workedAmount(facts), ...facts };
}

const figure = fc.integer({ min: 0, max: 9_999_999 }).map((value) => value / 1000);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom('sq ft', '12 pack', '3', '1.5', 'a, b', ',', '@', '= 5', 'x', 'Ванна', 'two\nlines'),
);
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });

/** Any that a form can make. */
export const anyItem: fc.Arbitrary<LineItem> = fc.record({
  quantity: figure,
  name: text,
  each: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 0, max: 99_999 }).map((value) => value / 1000),
  ),
  unit: text,
  price: cents,
  amount: cents,
});
