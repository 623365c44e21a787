import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTicks } from '../../src/ui/charts/axis-ticks.ts';

test.each([
  [116, true, [0, 30, 60, 90, 120]],
  [7, true, [0, 2, 4, 6, 8]],
  [3, true, [0, 1, 2, 3]],
  [1, true, [0, 1]],
  [0, true, [0, 1]],
  [600_000, false, [0, 200_000, 400_000, 600_000]],
  [9.5, false, [0, 2.5, 5, 7.5, 10]],
  [-20, false, [0, 1]],
])('a scale for %d (whole: %s) has lines at %j', (most, whole, ticks) => {
  expect(axisTicks(most, whole)).toEqual(ticks);
});

test('every scale begins at 0, includes the largest value and is not half empty', () => {
  const amount = fc.oneof(
    fc.integer({ min: 1, max: 1e12 }),
    fc.double({ min: 0.01, max: 1e12, noNaN: true }),
  );
  fc.assert(
    fc.property(amount, (most) => {
      const ticks = axisTicks(most, Number.isInteger(most));
      const end = ticks.at(-1) ?? 0;
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(5);
      expect(end).toBeGreaterThanOrEqual(most);
      expect(end).toBeLessThanOrEqual(2 * most);
      expect(!Number.isInteger(most) || ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});
