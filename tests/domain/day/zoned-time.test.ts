import { expect, test } from 'vitest';
import { zonedTime } from '../../../src/domain/day/zoned-time.ts';

const AT = Date.UTC(2026, 10, 23, 15, 5);

test.each([
  [-360, '2026-11-23T09:05:00-06:00'],
  [0, '2026-11-23T15:05:00+00:00'],
  [345, '2026-11-23T20:50:00+05:45'],
  [-210, '2026-11-23T11:35:00-03:30'],
])('a time %i minutes east of UTC', (offset, text) => {
  expect(zonedTime(AT, offset)).toBe(text);
  expect(Date.parse(text)).toBe(AT);
});
