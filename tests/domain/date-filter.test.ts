import { describe, expect, it } from 'vitest';
import { NO_DATE_FORMS } from '../../src/domain/plain-date.ts';
import { dateTest, readSpan } from '../../src/domain/schedule.ts';

/** A Wednesday. */
const TODAY = '2026-03-04';
const DAYS = [
  '2026-02-28',
  '2026-03-01',
  '2026-03-03',
  '2026-03-04',
  '2026-03-05',
  '2026-03-07',
  '2026-03-08',
  null,
  '',
];

function meant(choice: string, today = TODAY): readonly unknown[] {
  const isMeant = dateTest(choice, today, NO_DATE_FORMS);
  return DAYS.filter((day) => isMeant(day, false));
}

describe('a filter by date', () => {
  it('finds today and tomorrow', () => {
    expect(meant('today')).toEqual(['2026-03-04']);
    expect(meant('tomorrow')).toEqual(['2026-03-05']);
    expect(meant('today', '2026-02-28')).toEqual(['2026-02-28']);
    expect(meant('tomorrow', '2026-02-28')).toEqual(['2026-03-01']);
  });

  it('finds a week from Sunday to Saturday', () => {
    const week = ['2026-03-01', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-07'];
    expect(meant('week')).toEqual(week);
    expect(meant('week', '2026-03-01')).toEqual(week);
    expect(meant('week', '2026-03-07')).toEqual(week);
    expect(meant('week', '2026-03-08')).toEqual(['2026-03-08']);
  });

  it('finds overdue records only while the work is not over', () => {
    expect(meant('overdue')).toEqual(['2026-02-28', '2026-03-01', '2026-03-03']);
    expect(dateTest('overdue', TODAY, NO_DATE_FORMS)('2026-03-01', true)).toBe(false);
  });

  it('finds records without a date', () => {
    expect(meant('none')).toEqual([null, '']);
    expect(dateTest('none', TODAY, NO_DATE_FORMS)(undefined, true)).toBe(true);
  });

  it('finds all days of a span with both ends, or open at one', () => {
    expect(meant('2026-03-03..2026-03-05')).toEqual(['2026-03-03', '2026-03-04', '2026-03-05']);
    expect(meant('2026-03-07..')).toEqual(['2026-03-07', '2026-03-08']);
    expect(meant('..2026-03-01')).toEqual(['2026-02-28', '2026-03-01']);
    expect(meant('2026-03-05..2026-03-03')).toEqual([]);
  });

  it('finds nothing if it is unknown', () => {
    for (const choice of ['banana', '..', '2026-02-31..', '2026-03-01', 'a..b..c']) {
      expect(readSpan(choice)).toBeNull();
      expect(meant(choice)).toEqual([]);
    }
  });

  it('uses the local day of a moment, and the written day of a midnight', () => {
    const here = new Date(2026, 2, 4, 23, 30).toISOString();
    expect(dateTest('today', TODAY, NO_DATE_FORMS)(here, false)).toBe(true);
    expect(dateTest('tomorrow', TODAY, NO_DATE_FORMS)(here, false)).toBe(false);
    expect(dateTest('today', TODAY, NO_DATE_FORMS)('2026-03-04T00:00:00Z', false)).toBe(true);
  });
});
