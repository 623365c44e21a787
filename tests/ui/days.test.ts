import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDateOfYear,
  formatFull,
  formatLongDay,
  formatWeek,
  formatWeekday,
  formatWeekdayAndDate,
} from '../../src/ui/text/format-date.ts';
import { formatCount } from '../../src/words/formats.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Formats with the browser's own formatter. */
function spoken(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-US', options);
  return (at) => format.format(at).replace(/\s/g, ' ');
}

const aDay = fc.integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2199, 11, 31) / DAY_MS });

describe('days and moments are formatted as browsers do', () => {
  test.each<[string, (day: string) => string, Intl.DateTimeFormatOptions]>([
    ['a date', formatDate, { month: 'short', day: 'numeric' }],
    ['a date with its year', formatDateOfYear, { dateStyle: 'medium' }],
    ['a day of the week', formatWeekday, { weekday: 'short' }],
    ['a long day', formatLongDay, { weekday: 'long', month: 'long', day: 'numeric' }],
    [
      'a day of another year',
      (day) => formatWeekdayAndDate(day, '2300-01-01'),
      { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    ],
    [
      'a day of this year',
      (day) => formatWeekdayAndDate(day, day),
      { weekday: 'short', month: 'short', day: 'numeric' },
    ],
  ])('%s', (_, said, options) => {
    const expected = spoken({ ...options, timeZone: 'UTC' });
    fc.assert(
      fc.property(aDay, (n) => {
        const day = new Date(n * DAY_MS).toISOString().slice(0, 10);
        expect(said(day)).toBe(expected(n * DAY_MS));
      }),
    );
  });

  test('a moment', () => {
    const expected = spoken({ dateStyle: 'medium', timeStyle: 'short' });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) }), (at) => {
        expect(formatFull(at)).toBe(expected(at));
      }),
    );
  });

  test('a time of day', () => {
    const expected = spoken({ hour: 'numeric', minute: '2-digit' });
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const at = new Date(2026, 0, 5, Math.floor(minute / 60), minute % 60);
      const clock = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`;
      expect(formatClock(clock)).toBe(expected(at.getTime()));
    }
    expect(formatClock('13:00-15:30')).toBe('1:00 PM\u2009–\u20093:30 PM');
  });

  test('a week', () => {
    expect(formatWeek('2026-03-02', '2026-03-08').replace(/\s/g, ' ')).toBe('Mar 2 – 8');
    expect(formatWeek('2026-03-30', '2026-04-05').replace(/\s/g, ' ')).toBe('Mar 30 – Apr 5');
  });

  test('a day or a week of another year, with the year', () => {
    expect(formatLongDay('2025-03-05', '2026-01-15')).toBe('Wednesday, March 5, 2025');
    const week = formatWeek('2025-03-02', '2025-03-08', '2026-01-15');
    expect(week.replace(/\s/g, ' ')).toBe('Mar 2 – 8, 2025');
    const both = formatWeek('2025-12-29', '2026-01-04', '2026-01-15').replace(/\s/g, ' ');
    expect(both).toBe('Dec 29, 2025 – Jan 4, 2026');
  });

  test('a count', () => {
    const numbers = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(fc.oneof(fc.nat(2000), fc.nat()), (count) => {
        expect(formatCount(count)).toBe(numbers.format(count));
      }),
    );
  });
});
