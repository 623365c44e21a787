import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysFrom } from '../../src/domain/plain-date.ts';
import { trendOf } from '../../src/domain/stat-days.ts';

const TODAY = '2026-03-31';

function trend(days: Readonly<Record<string, number>>, value: number) {
  const known = Object.entries(days).map(([day, open]) => ({ day, stats: { open } }));
  return trendOf(known, { key: 'open', today: TODAY, value });
}

describe('the trend of a figure', () => {
  it('is unknown while this device has counted today alone', () => {
    expect(trend({}, 5)).toBeNull();
    expect(trend({ [TODAY]: 4 }, 5)).toBeNull();
  });

  it('has the days on which it was counted, and today as it is now', () => {
    expect(trend({ '2026-03-28': 3, '2026-03-30': 4, [TODAY]: 4 }, 5)).toEqual({
      points: [
        { day: '2026-03-28', value: 3 },
        { day: '2026-03-30', value: 4 },
        { day: TODAY, value: 5 },
      ],
      change: null,
    });
  });

  it('names the change since the same day of last week', () => {
    expect(trend({ '2026-03-20': 9, '2026-03-24': 3, '2026-03-30': 4 }, 5)?.change).toEqual({
      by: 2,
      since: '2026-03-24',
      isWeek: true,
    });
  });

  it('or since the last counted day before that', () => {
    expect(trend({ '2026-03-20': 9, '2026-03-25': 3 }, 5)?.change).toEqual({
      by: -4,
      since: '2026-03-20',
      isWeek: false,
    });
  });

  it('leaves out days after today, figures that were not counted, and those older than 30 days', () => {
    expect(trend({ '2026-03-01': 7, '2026-04-01': 8 }, 5)).toBeNull();
    expect(trend({ '2026-03-02': 7 }, 5)?.points).toHaveLength(2);
    const other = [{ day: '2026-03-30', stats: { closed: 1 } }];
    expect(trendOf(other, { key: 'open', today: TODAY, value: 5 })).toBeNull();
  });

  it('is what a naive program finds', () => {
    const counted = fc.dictionary(
      fc.integer({ min: -40, max: 3 }).map((days) => daysFrom(TODAY, days)),
      fc.nat({ max: 50 }),
    );
    fc.assert(
      fc.property(counted, fc.nat({ max: 50 }), (given, value) => {
        const days = Object.fromEntries(
          Object.keys(given)
            .sort()
            .map((day) => [day, given[day] ?? 0]),
        );
        const known = Array.from({ length: 29 }, (_, n) => daysFrom(TODAY, n - 29)).filter(
          (day) => day in days,
        );
        const found = trend(days, value);
        expect(found?.points.map(({ day }) => day) ?? [TODAY]).toEqual([...known, TODAY]);
        const base = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]
          .map((ago) => daysFrom(TODAY, -ago))
          .find((day) => day in days);
        expect(found?.change?.by ?? null).toBe(base === undefined ? null : value - (days[base] ?? 0));
      }),
    );
  });
});
