import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDay } from '../../src/domain/parse-day.ts';
import { daysFrom } from '../../src/domain/plain-date.ts';
import { formatDate, formatDateOfYear } from '../../src/ui/text/format-date.ts';
import { counterexample } from '../support/test/counterexample.ts';

const TODAY = '2026-11-26';

describe('a day as typed by a user', () => {
  // @spec D1.46
  it.each([
    ['2026-03-05', '2026-03-05'],
    [' 2026-3-5 ', '2026-03-05'],
    ['2026/3/5', '2026-03-05'],
    ['3/5/2026', '2026-03-05'],
    ['3.5.2026', '2026-03-05'],
    ['3-5-2026', '2026-03-05'],
    ['Mar 5, 2026', '2026-03-05'],
    ['march 5 2026', '2026-03-05'],
    ['Dec 5 2026', '2026-12-05'],
    ['December 5th, 2026', '2026-12-05'],
    ['Sept. 1, 2026', '2026-09-01'],
    ['5 Dec 2026', '2026-12-05'],
    ['5-Dec-26', '2026-12-05'],
    ['2/29/28', '2028-02-29'],
    // Month, day, year of two digits.
    ['11/27/26', '2026-11-27'],
    ['3/5/27', '2027-03-05'],
    ['03/05/27', '2027-03-05'],
    ['3-5-27', '2027-03-05'],
    ['Dec 5 26', '2026-12-05'],
    ['Dec 5, 27', '2027-12-05'],
    ['1/1/76', '2076-01-01'],
    ['1/1/77', '1977-01-01'],
    ['12/31/99', '1999-12-31'],
    ['1/1/00', '2000-01-01'],
  ])('%j is read as %s', (typed, day) => {
    expect(parseDay(typed, TODAY)).toBe(day);
  });

  it.each([
    ['Dec 5', TODAY, '2026-12-05'],
    ['dec 5', TODAY, '2026-12-05'],
    ['12/5', TODAY, '2026-12-05'],
    ['5 December', TODAY, '2026-12-05'],
    ['Nov 26', TODAY, '2026-11-26'],
    ['Mar 5', TODAY, '2027-03-05'],
    ['Jan 3', '2026-12-29', '2027-01-03'],
    // The last one where that was not long ago.
    ['Nov 1', TODAY, '2026-11-01'],
    ['Sep 27', TODAY, '2026-09-27'],
    ['Sep 26', TODAY, '2027-09-26'],
    ['Dec 20', '2027-01-05', '2026-12-20'],
    ['Feb 29', TODAY, '2028-02-29'],
    ['Feb 29', '2097-01-01', '2104-02-29'],
  ])('%j without a year, typed on %s, is %s', (typed, today, day) => {
    expect(parseDay(typed, today)).toBe(day);
  });

  // @spec D1.46
  it.each([
    'Foo 5, 2026',
    'Decay 5',
    'Marvel 5, 2026',
    'Dec',
    'Dec 2026',
    'Dec 32',
    'Feb 30',
    '2/30/2026',
    '13/5/26',
    '27-3-5',
    '3/5/202',
    '3/5/',
    '3/5-26',
    '3/5/26/7',
    '35',
    'tomorrow',
    'today',
    'next week',
    'Monday',
    '',
  ])('%j is not a day', (typed) => {
    expect(parseDay(typed, TODAY)).toBeNull();
  });

  it('is read back from what the app writes', () => {
    const near = fc.integer({ min: -60, max: 300 }).map((days) => daysFrom(TODAY, days));
    expect(
      counterexample(
        fc.property(near, (day) => {
          const numbers = `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
          const typed = [
            formatDateOfYear(day),
            formatDate(day),
            numbers,
            `${numbers}/${day.slice(2, 4)}`,
            day,
          ];
          return typed.every((text) => parseDay(text, TODAY) === day);
        }),
      ),
    ).toBeNull();
  });
});
