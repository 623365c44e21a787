import { describe, expect, it } from 'vitest';
import { decisive, type Line, usual, verdictOf } from '../../bench/frame/line.ts';
import { medianOf, quantileOf } from '../../bench/frame/rounds.ts';

/** Nine rounds of a figure that may be twice its limit. */
const line: Line = {
  budget: 'B0',
  name: 'a bench',
  unit: 'ms',
  ours: [10, 11, 12, 13, 14, 15, 16, 17, 30],
  limit: { name: 'the least', values: [10, 10, 10, 10, 10, 10, 10, 10, 10] },
  bounds: 'limit',
  atMost: 2,
};

it('a quantile lies on the line between the two values beside it', () => {
  expect([medianOf([3, 1, 2]), medianOf([1, 2, 3, 10])]).toEqual([2, 2.5]);
  expect([quantileOf([0, 10], 0.9), quantileOf([5], 0.9), quantileOf([0, 10], 1)]).toEqual([9, 5, 10]);
  expect(medianOf([])).toBeNaN();
});

describe('a budget', () => {
  it('is held against what nine rounds in ten keep to, not against the middle', () => {
    expect([usual(line), decisive(line)]).toEqual([1.4, expect.closeTo(1.96)]);
    expect(verdictOf(line)).toBe('met');
    expect(verdictOf({ ...line, atMost: 1.9 })).toBe('MISSED');
  });

  it('is held against each round’s own limit', () => {
    const values = line.ours.map((ours) => ours / 1.5);
    expect(decisive({ ...line, limit: { name: 'the least', values } })).toBeCloseTo(1.5);
  });

  it('of a worst is held against the worst of all rounds', () => {
    const worst: Line = { ...line, bounds: 'itself', isWorst: true, atMost: 29 };
    expect([decisive(worst), verdictOf(worst)]).toEqual([30, 'MISSED']);
    expect(verdictOf({ ...worst, isWorst: false })).toBe('met');
  });

  it('that is a floor is held against what nine rounds in ten reach', () => {
    const { atMost: _, ...floor } = { ...line, atLeast: 1 };
    expect([decisive(floor), verdictOf(floor)]).toEqual([expect.closeTo(1.08), 'met']);
    expect(verdictOf({ ...floor, atLeast: 1.2 })).toBe('MISSED');
    expect(decisive({ ...floor, isWorst: true })).toBe(1);
  });

  it('is neither met nor missed where the run before this one says otherwise', () => {
    const slower = { ...line, ours: line.ours.map((ours) => 2 * ours) };
    expect([verdictOf(line, slower), verdictOf(slower, line)]).toEqual([
      'too close to tell',
      'too close to tell',
    ]);
    expect([verdictOf(line, line), verdictOf(slower, slower)]).toEqual(['met', 'MISSED']);
  });

  it('is not met by nothing', () => {
    expect(verdictOf({ ...line, ours: [] })).toBe('MISSED');
    expect(verdictOf({ ...line, limit: { name: 'the least', values: [] } })).toBe('MISSED');
  });
});
