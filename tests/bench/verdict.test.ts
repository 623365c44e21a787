import { describe, expect, it } from 'vitest';
import { boundedByRound, isMet, type Line } from '../../bench/frame/line.ts';
import { medianOf, quantileOf } from '../../bench/frame/rounds.ts';

const line: Line = {
  goal: 'P0',
  name: 'a bench',
  unit: 'ms',
  ours: [10, 14, 30],
  against: { name: 'the least', values: [10, 10, 10] },
  atMost: 1.5,
};

it('a quantile lies on the line between the two values beside it', () => {
  expect([medianOf([3, 1, 2]), medianOf([1, 2, 3, 10])]).toEqual([2, 2.5]);
  expect([quantileOf([0, 10], 0.9), quantileOf([5], 0.9), quantileOf([0, 10], 1)]).toEqual([9, 5, 10]);
  expect(medianOf([])).toBeNaN();
});

describe('a goal', () => {
  it('bounds the middle of the ratios, each taken within its round', () => {
    expect(isMet(line)).toBe(true);
    expect(isMet({ ...line, atMost: 1.3 })).toBe(false);
    const against = { name: 'the least', values: [5, 7, 15] };
    expect(boundedByRound({ ...line, against })).toEqual([2, 2, 2]);
  });

  it('bounds the figure itself where nothing stands beside it', () => {
    const { against: _, ...alone } = line;
    expect([isMet({ ...alone, atMost: 14 }), isMet({ ...alone, atMost: 13 })]).toEqual([true, false]);
  });

  it('of a rate bounds how many times less it is', () => {
    expect(boundedByRound({ ...line, isRate: true })).toEqual([1, 10 / 14, 10 / 30]);
  });

  it('may be a floor', () => {
    const { atMost: _, ...floor } = line;
    expect([isMet({ ...floor, atLeast: 1.4 }), isMet({ ...floor, atLeast: 1.5 })]).toEqual([true, false]);
  });

  it('is not met by nothing', () => {
    expect(isMet({ ...line, ours: [] })).toBe(false);
    expect(isMet({ ...line, against: { name: 'the least', values: [] } })).toBe(false);
  });
});
