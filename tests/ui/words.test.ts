import { expect, test } from 'vitest';
import { choiceLabel } from '../../src/ui/fields/choice-chip.tsx';
import { formatFull, formatMoment } from '../../src/ui/text/format-date.ts';

// @spec D3.8 D4.5
test.each([
  ['property_management', 'Property Management'],
  ['vip_gold', 'vip_gold'],
  ['', '-'],
])('the choice %j reads %j', (value, label) => {
  expect(choiceLabel(value, ['active', 'property_management'])).toBe(label);
});

test("a moment shows its time today, its day before that, and its year if it is not this year's", () => {
  const now = new Date(2026, 0, 15, 12).getTime();
  const words = (...at: [number, number, number, number, number]) =>
    formatMoment(new Date(...at).getTime(), now).replace(/\s/g, ' ');
  expect(words(2026, 0, 15, 5, 39)).toBe('5:39 AM');
  expect(words(2026, 0, 14, 17, 5)).toBe('Jan 14, 5:05 PM');
  expect(words(2025, 10, 3, 0, 0)).toBe('Nov 3, 2025, 12:00 AM');
  expect(formatFull(now).replace(/\s/g, ' ')).toBe('Jan 15, 2026, 12:00 PM');
});
