import { expect, test } from 'vitest';
import { choiceLabel } from '../../src/ui/choice-label.ts';
import { formatMoment } from '../../src/ui/format-time.ts';

test.each([
  ['property_management', 'Property Management'],
  ['vip_gold', 'vip_gold'],
  ['', '-'],
])('the choice %j reads %j', (value, label) => {
  expect(choiceLabel(value, ['active', 'property_management'])).toBe(label);
});

test('a moment of today has its time only, an older one its day as well', () => {
  const noon = new Date(2026, 0, 15, 12).getTime();
  expect(formatMoment(noon - 3_600_000, noon)).toMatch(/^11:00/);
  expect(formatMoment(noon - 86_400_000, noon)).toMatch(/Jan 14|14 Jan/);
});
