import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dayProblem } from '../../src/domain/check.ts';
import { estimateSpec, hasRunOut } from '../../src/domain/estimate.ts';
import {
  dayAt,
  daysBetween,
  hasTime,
  isDay,
  midnightOf,
  readDay,
  readDayOrTime,
  timeLike,
  untilMidnight,
} from '../../src/domain/plain-date.ts';
import { projectSpec } from '../../src/domain/project.ts';
import { counterexample } from '../support/test/counterexample.ts';

/** From UTC-12 to UTC+14, with clock changes of an hour and of half an hour, at night and at midnight. */
const ZONES = [
  'Etc/GMT+12',
  'Pacific/Pago_Pago',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Havana',
  'Atlantic/Azores',
  'Europe/London',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];
const HOUR = 3_600_000;
const FROM = Date.UTC(2012, 0, 3);
const UNTIL = Date.UTC(2040, 0, 1);

const OWN_ZONE = process.env['TZ'];

/** Node reads the variable again whenever it is written. */
function moveTo(zone: string | undefined): void {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
}

afterEach(() => moveTo(OWN_ZONE));

/** Returns a zone's days by the tables of Intl, whatever the device's zone. */
function calendarOf(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => format.format(at);
}

/** Moments in the device's zone: any, and those within a day of a clock change. */
function moments(): fc.Arbitrary<number> {
  const changes: number[] = [];
  const offset = (at: number): number => new Date(at).getTimezoneOffset();
  for (let at = FROM; at < UNTIL; at += 6 * HOUR) if (offset(at) !== offset(at + 6 * HOUR)) changes.push(at);
  const any = fc.integer({ min: FROM, max: UNTIL });
  if (changes.length === 0) return any;
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -26 * HOUR, max: 32 * HOUR }))
    .map(([change, away]) => change + away);
  return fc.oneof(any, near);
}

/** Days of the Gregorian calendar, made without `Date`. */
const day: fc.Arbitrary<string> = fc
  .record({
    year: fc.integer({ min: 1000, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 31 }),
  })
  .filter(({ year, month, day: of }) => of <= lengthOf(year, month))
  .map(({ year, month, day: of }) => written(year, month, of));

function lengthOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return leap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function written(year: number, month: number, of: number): string {
  const digits = (part: number, length: number): string => String(part).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(of, 2)}`;
}

describe.each(ZONES)('in %s', (zone) => {
  // @spec D1.18
  it('a day stays the same day', () => {
    moveTo(zone);
    const times = ['', 'T00:00:00.000Z', 'T23:59:59Z', 'T00:00:00+14:00', 'T23:30:00-12:00', ' 00:30:00'];
    expect(
      counterexample(
        fc.property(day, fc.constantFrom(...times), (given, time) => {
          assert.equal(isDay(given), true);
          assert.equal(readDay(given + time), given);
          assert.equal(readDayOrTime(given + time), given + time);
          const wire = JSON.parse(JSON.stringify({ start_date: given + time }));
          const { start_date } = projectSpec.decode(wire);
          assert.equal(start_date, given);
          assert.deepEqual(projectSpec.encode({ start_date }, 'update'), { start_date: given });
        }),
        1_000,
      ),
    ).toBeNull();
  });

  it("today is the device's day until its midnight, then the next day", () => {
    moveTo(zone);
    const dayIn = calendarOf(zone);
    expect(
      counterexample(
        fc.property(moments(), (at) => {
          const today = dayIn(at);
          const left = untilMidnight(at);
          assert.equal(dayAt(at), today);
          assert.ok(left > 0 && left <= 25 * HOUR);
          assert.equal(dayIn(at + left - 1), today);
          assert.ok(dayIn(at + left) > today);
        }),
        1_000,
      ),
    ).toBeNull();
  });

  it('an estimate runs out when its last day is over, not before', () => {
    moveTo(zone);
    const dayIn = calendarOf(zone);
    expect(
      counterexample(
        fc.property(moments(), (at) => {
          const { valid_until } = estimateSpec.decode({ valid_until: dayIn(at) });
          const midnight = at + untilMidnight(at);
          const runOut = (now: number): boolean => hasRunOut({ status: 'sent', valid_until }, dayAt(now));
          assert.deepEqual([at, midnight - 1, midnight, midnight + 36 * HOUR].map(runOut), [
            false,
            false,
            true,
            true,
          ]);
        }),
        500,
      ),
    ).toBeNull();
  });
});

describe('midnight', () => {
  it.each<[name: string, zone: string, at: string, hours: number]>([
    ['of a day of 23 hours', 'America/New_York', '2026-03-08T00:00:00-05:00', 23],
    ['of a day of 25 hours', 'America/New_York', '2026-11-01T00:00:00-04:00', 25],
    ['of a day of 24 and a half', 'Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', 24.5],
    ['that the clock jumps over', 'America/Sao_Paulo', '2018-11-03T12:00:00-03:00', 12],
    ['after 23 to 24 came twice', 'America/Sao_Paulo', '2018-02-17T12:00:00-02:00', 13],
    ['that comes twice: the first', 'America/Havana', '2026-10-31T12:00:00-04:00', 12],
    ['before a day that was left out', 'Pacific/Apia', '2011-12-29T12:00:00-10:00', 12],
  ])('%s', (_, zone, at, hours) => {
    moveTo(zone);
    expect(untilMidnight(Date.parse(at))).toBe(hours * HOUR);
  });

  it('that is past and comes again is checked once a minute, not without pause', () => {
    moveTo('America/St_Johns');
    // At 00:01 on November 7 the clock went back to 23:01 on the 6th.
    const again = Date.parse('2010-11-06T23:30:00-03:30');
    expect(dayAt(again)).toBe('2010-11-06');
    expect(untilMidnight(again)).toBe(60_000);
  });

  it('ends a year', () => {
    moveTo('Pacific/Kiritimati');
    const at = Date.parse('2026-12-31T23:59:59.999+14:00');
    expect([dayAt(at), untilMidnight(at), dayAt(at + 1)]).toEqual(['2026-12-31', 1, '2027-01-01']);
  });
});

describe('a day in text', () => {
  it.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is valid', (text) => {
    expect(isDay(text)).toBe(true);
    expect(readDay(text)).toBe(text);
  });

  it.each([
    '2026-02-30',
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-31',
    '26-01-31',
    '01/31/2026',
    '2026-01-31 ',
    ' 2026-01-31',
    '2026-01-311',
    '20260131',
    '2026-01-31x',
    '2026-01-31Tomorrow',
    '2026-01-31T9:00',
    '2026-02-30T10:00:00Z',
    'tomorrow',
    '',
  ])('%j is not valid', (text) => {
    expect(isDay(text)).toBe(false);
    expect(readDay(text)).toBeNull();
    expect(readDayOrTime(text)).toBeNull();
  });

  it.each([null, undefined, 20260131, {}, [], true, new Date(0)])('%j is not valid', (value) => {
    expect(readDay(value)).toBeNull();
    expect(readDayOrTime(value)).toBeNull();
  });

  it.each<[text: string, kept: string]>([
    ['2026-01-31', '2026-01-31'],
    ['2026-01-31T09:30', '2026-01-31T09:30'],
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00Z'],
    ['2026-01-31T09:30:00.123456-06:00', '2026-01-31T09:30:00.123456-06:00'],
    ['2026-01-31 09:30:00+0530', '2026-01-31 09:30:00+0530'],
    ['2026-01-31T25:00:00Z', '2026-01-31'],
    ['2026-01-31T09:61', '2026-01-31'],
  ])('%s with its time is kept as %s', (text, kept) => {
    expect(readDay(text)).toBe('2026-01-31');
    expect(readDayOrTime(text)).toBe(kept);
    expect(hasTime(kept)).toBe(kept.length > 10);
  });

  it('is null or a day of the calendar, whatever is sent', () => {
    const text = fc.oneof(
      fc.anything(),
      fc.string({ unit: fc.constantFrom(...'0123456789-T:Z. '.split('')) }),
      day,
    );
    expect(
      counterexample(
        fc.property(text, (value) => {
          const [read, kept] = [readDay(value), readDayOrTime(value)];
          return read === null ? kept === null : isDay(read) && kept?.slice(0, 10) === read;
        }),
      ),
    ).toBeNull();
  });
});

it.each([
  ['2026-03-05T00:00:00Z', 'T00:00:00Z'],
  ['2026-03-05T00:00:00-06:00', 'T00:00:00-06:00'],
  ['2026-03-05 00:00', ' 00:00'],
  ['2026-03-05T09:00:00Z', ''],
  ['2026-03-05', ''],
])('a day that a server stores as a moment is recognized by its midnight: %s', (value, time) => {
  expect(midnightOf(value)).toBe(time);
});

it.each(['America/New_York', 'Asia/Kolkata', 'Etc/GMT+12', 'Pacific/Kiritimati'])(
  'a time chosen in %s is the same moment in whatever form it is kept',
  (zone) => {
    moveTo(zone);
    const local = '2026-07-04 09:30:00';
    expect(timeLike('2026-03-05T09:00:00', local)).toBe('2026-07-04T09:30:00');
    for (const like of ['2026-03-05T09:00:00Z', '2026-03-05T09:00:00.000-06:00', '2026-03-05T09:00+0530']) {
      const kept = timeLike(like, local);
      expect(new Date(kept.replace('+0530', '+05:30'))).toEqual(new Date('2026-07-04T09:30:00'));
      expect(kept.slice(-5)).toBe(like.endsWith('Z') ? kept.slice(-5) : like.slice(-5));
    }
  },
);

it('an invalid day is a problem, and a blank one is not', () => {
  expect([null, ' ', '2026-03-05'].map(dayProblem)).toEqual([undefined, undefined, undefined]);
  expect(dayProblem('soon')).toBe('“soon” is not a date. Write it like 3/5/2026');
});

it('counts the days between two, negative backwards, over a clock change and a leap day', () => {
  expect(daysBetween('2026-01-31', '2026-01-31')).toBe(0);
  expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
  expect(daysBetween('2028-03-01', '2028-02-28')).toBe(-2);
});
