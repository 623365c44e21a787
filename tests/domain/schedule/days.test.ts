import { describe, expect, test } from 'vitest';
import { daysOfView, monthOf, readShownDays, steppedDay } from '../../../src/domain/schedule/days.ts';

describe('the days of a view', () => {
  test('are a day, a week from Sunday, and six weeks of a month', () => {
    expect(daysOfView('day', '2026-12-09')).toEqual(['2026-12-09']);
    const week = daysOfView('week', '2026-12-09');
    expect([week.length, week[0], week[6]]).toEqual([7, '2026-12-06', '2026-12-12']);
    const month = daysOfView('month', '2026-12-09');
    expect([month.length, month[0], month[41]]).toEqual([42, '2026-11-29', '2027-01-09']);
  });

  test('are whole in the week of a clock change', () => {
    expect(daysOfView('week', '2026-03-08')).toEqual([
      '2026-03-08',
      '2026-03-09',
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
      '2026-03-13',
      '2026-03-14',
    ]);
  });
});

describe('a step', () => {
  test.each([
    ['day', '2026-12-31', 1, '2027-01-01'],
    ['week', '2026-12-09', -1, '2026-12-02'],
    ['agenda', '2026-12-09', 1, '2026-12-16'],
    ['month', '2026-12-09', 1, '2027-01-09'],
    ['month', '2027-01-09', -1, '2026-12-09'],
    ['month', '2026-01-31', 1, '2026-02-28'],
    ['month', '2028-01-31', 1, '2028-02-29'],
    ['month', '2026-03-30', 1, '2026-04-30'],
    ['month', '2026-03-31', 1, '2026-04-30'],
    ['month', '2026-07-31', 1, '2026-08-31'],
  ] as const)('of a %s from %s by %d shows %s', (view, day, step, shown) => {
    expect(steppedDay(view, day, step)).toBe(shown);
  });
});

test('a month is named by its first seven characters', () => {
  expect(monthOf('2026-12-09')).toBe('2026-12');
});

describe('an address', () => {
  const first = { today: '2026-12-09', first: 'week' } as const;
  test.each([
    [
      { view: 'month', day: '2026-11-01' },
      { view: 'month', day: '2026-11-01' },
    ],
    [
      { view: null, day: null },
      { view: 'week', day: '2026-12-09' },
    ],
    [
      { view: 'year', day: '2026-02-30' },
      { view: 'week', day: '2026-12-09' },
    ],
  ])('%j', (given, shown) => {
    expect(readShownDays(given, first)).toEqual(shown);
  });
});
