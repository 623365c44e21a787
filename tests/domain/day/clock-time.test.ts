import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readClockTime } from '../../../src/domain/day/clock-time.ts';
import { counterexample } from '../../support/test/counterexample.ts';

describe('a time of day as people type it', () => {
  test.each([
    // With AM or PM.
    ['2:00 PM', '14:00'],
    ['2 PM', '14:00'],
    ['2pm', '14:00'],
    ['2p', '14:00'],
    ['2 p.m.', '14:00'],
    ['2 P. M.', '14:00'],
    ['02:00 PM', '14:00'],
    ['8am', '08:00'],
    ['8 a.m', '08:00'],
    ['8A', '08:00'],
    ['12 PM', '12:00'],
    ['12 AM', '00:00'],
    ['12:30 AM', '00:30'],
    ['12:30 pm', '12:30'],
    ['1130pm', '23:30'],
    ['9:00:00 AM', '09:00'],
    ['14:00 PM', '14:00'],
    // Without: 7 to 12 as written, 1 to 6 in the afternoon.
    ['7', '07:00'],
    ['9', '09:00'],
    ['9:05', '09:05'],
    ['12', '12:00'],
    ['12:45', '12:45'],
    ['1', '13:00'],
    ['1:30', '13:30'],
    ['6:59', '18:59'],
    ['930', '09:30'],
    ['130', '13:30'],
    ['1130', '11:30'],
    ['9 o’clock', '09:00'],
    // A leading zero or more than 12: 24 hours.
    ['09:00', '09:00'],
    ['01:30', '01:30'],
    ['0130', '01:30'],
    ['08', '08:00'],
    ['0:30', '00:30'],
    ['00:00', '00:00'],
    ['13:00', '13:00'],
    ['1400', '14:00'],
    ['14.30', '14:30'],
    ['14h30', '14:30'],
    ['14h', '14:00'],
    ['1400 hrs', '14:00'],
    ['14:00:00', '14:00'],
    ['23:59', '23:59'],
    // By name.
    ['noon', '12:00'],
    ['12 noon', '12:00'],
    ['Midday', '12:00'],
    ['midnight', '00:00'],
    // With what people put before it.
    ['at 2 PM', '14:00'],
    ['@2pm', '14:00'],
    [' 2   pm ', '14:00'],
    ['2\u00a0PM', '14:00'],
    ['2\u202fPM', '14:00'],
  ])('%j is read as %s', (typed, time) => {
    expect(readClockTime(typed)).toBe(time);
  });

  test.each([
    ['13:00-15:00', '13:00-15:00'],
    ['9-11', '09:00-11:00'],
    ['9 - 11', '09:00-11:00'],
    ['9 – 11', '09:00-11:00'],
    ['9—11', '09:00-11:00'],
    ['9−11', '09:00-11:00'],
    ['9 to 11', '09:00-11:00'],
    ['9to11', '09:00-11:00'],
    ['from 9 until 11', '09:00-11:00'],
    ['between 9 and 11', '09:00-11:00'],
    ['9 thru 11', '09:00-11:00'],
    ['9am-11', '09:00-11:00'],
    ['9-11am', '09:00-11:00'],
    ['9:00-11:00 AM', '09:00-11:00'],
    ['9 am to 5 pm', '09:00-17:00'],
    ['9-5', '09:00-17:00'],
    ['8-12', '08:00-12:00'],
    ['12-2', '12:00-14:00'],
    ['11-1', '11:00-13:00'],
    ['1-3', '13:00-15:00'],
    ['2-4', '14:00-16:00'],
    ['6-8', '18:00-20:00'],
    ['7-7', '07:00-19:00'],
    ['1:30 PM - 3 PM', '13:30-15:00'],
    ['1:30-3 PM', '13:30-15:00'],
    ['1pm-3', '13:00-15:00'],
    ['11-1 PM', '11:00-13:00'],
    ['9-5 PM', '09:00-17:00'],
    ['7-9 PM', '19:00-21:00'],
    ['12-2 PM', '12:00-14:00'],
    ['12:15-2 PM', '12:15-14:00'],
    ['8 AM-12', '08:00-12:00'],
    ['noon-2', '12:00-14:00'],
    ['10-noon', '10:00-12:00'],
    ['10 PM - midnight', '22:00-00:00'],
    ['0900-1100', '09:00-11:00'],
    ['09:00-1', '09:00-13:00'],
    ['13:00-3', '13:00-15:00'],
    ['14.30 - 15.30', '14:30-15:30'],
    ['6:00-14:00', '06:00-14:00'],
    ['8:00-22:00', '08:00-22:00'],
    ['2-16:00', '14:00-16:00'],
    ['10pm-2', '22:00-02:00'],
    ['22:00-02:00', '22:00-02:00'],
    ['21:00-10:30', '21:00-10:30'],
    ['1:00 PM\u2009–\u20093:00 PM', '13:00-15:00'],
  ])('the span %j is read as %s', (typed, time) => {
    expect(readClockTime(typed)).toBe(time);
  });

  test.each([
    '',
    ' ',
    '-',
    '9-',
    '-11',
    'until 5',
    '24:00',
    '2400',
    '24',
    '9-24:00',
    '25:00',
    '12:60',
    '9:5',
    '9:',
    '0',
    '0 PM',
    '13 AM',
    '14:00 AM',
    '9.5',
    '9-11-13',
    '9-11, 1-3',
    'after lunch',
    'before noon',
    'half past two',
    'morning',
    'ASAP',
    '11/27 2pm',
    '2026-11-27',
    '2 pmx',
    '12345',
  ])('%j is not a time', (typed) => {
    expect(readClockTime(typed)).toBeNull();
  });

  test('stays the same in its stored form', () => {
    const clock = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
    const stored = fc.oneof(
      clock,
      fc.tuple(clock, clock).map((both) => both.join('-')),
    );
    expect(counterexample(fc.property(stored, (time) => readClockTime(time) === time))).toBeNull();
  });

  test('is null or has the stored form, whatever is typed, and reading it again changes nothing', () => {
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789:.-–amphnot '.split('')) }),
      fc.string({ unit: 'binary' }),
    );
    expect(
      counterexample(
        fc.property(typed, (text) => {
          const time = readClockTime(text);
          return time === null || (/^\d\d:\d\d(-\d\d:\d\d)?$/.test(time) && readClockTime(time) === time);
        }),
        5_000,
      ),
    ).toBeNull();
  });
});
