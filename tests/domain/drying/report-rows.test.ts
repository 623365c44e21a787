import { describe, expect, test } from 'vitest';
import { hvacDepressions } from '../../../src/domain/drying/chamber-status.ts';
import { type AirRow, airRows, partsOf, pointReadings } from '../../../src/domain/drying/report-rows.ts';
import { FIRST, logOf, SET_UP } from '../../support/drying/log.ts';

/** 'A 74 71 | 09:00 | A 12.3' */
function said({ of, reading, air, depressions }: AirRow): string {
  const name = typeof of === 'string' ? of : of.name;
  const clock = new Date(reading.at + reading.offset * 60_000).toISOString().slice(11, 16);
  const figures = air ? `${air.fahrenheit} ${air.humidity}` : reading.skip;
  const grains = depressions.map((one) => `${one.chamber.name} ${one.grains.toFixed(1)}`);
  return [`${clock} ${name} ${figures}`, ...grains].join(' | ');
}

describe('the rows of a day', () => {
  test('are all readings, visit by visit, in the order of a walk', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '23 16:00 air D1 95F 18%, A 74F 60%, hvac 68F 45%, un 70F 38%',
      '23 16:00 air out meter off',
    );
    expect(airRows(log, '2026-11-23').map(said)).toEqual([
      '10:00 out 52 60',
      '10:00 un 70 38',
      '10:00 A 74 71',
      '10:00 D1 95 20 | A 40.4',
      '16:00 out meter off',
      '16:00 un 70 38',
      '16:00 hvac 68 45 | A 29.5',
      '16:00 A 74 60',
      '16:00 D1 95 18 | A 31.2',
    ]);
    expect(airRows(log, '2026-11-24')).toEqual([]);
  });

  test('compare with the chamber’s air of that time, else of that day', () => {
    const log = logOf(
      ...SET_UP,
      '23 09:00 air D1 95F 20%',
      '23 10:00 air A 74F 71%',
      '23 12:00 air D1 95F 20%',
      '23 16:00 air A 74F 60%',
      '24 10:00 air D1 95F 20%',
    );
    expect(airRows(log, '2026-11-23').map(said)).toEqual([
      '09:00 D1 95 20 | A 40.4',
      '10:00 A 74 71',
      '12:00 D1 95 20 | A 40.4',
      '16:00 A 74 60',
    ]);
    expect(airRows(log, '2026-11-24').map(said)).toEqual(['10:00 D1 95 20']);
  });

  test('compare with the air that was read nearest in time: a visit reads the HVAC before the chambers', () => {
    const log = logOf(
      ...SET_UP,
      '23 07:00 air A 80F 60%',
      '23 09:05 air hvac 68F 45%',
      '23 09:21 air A 74F 50%',
    );
    expect(airRows(log, '2026-11-23').map(said)[1]).toBe('09:05 hvac 68 45 | A 16.8');
  });

  test('have the air of the HVAC against each chamber, and none of what moves air only', () => {
    const log = logOf(
      ...SET_UP,
      '23 09:05 chamber B = Bath',
      '23 10:00 air A 74F 71%, B 70F 90%, hvac 68F 45%, MA 74F 71%',
    );
    expect(airRows(log, '2026-11-23').map(said)).toEqual([
      '10:00 hvac 68 45 | A 43.6 | B 53.4',
      '10:00 A 74 71',
      '10:00 MA 74 71',
      '10:00 B 70 90',
    ]);
    expect(hvacDepressions(log).map(({ chamber, grains }) => [chamber.name, grains.toFixed(1)])).toEqual([
      ['A', '43.6'],
      ['B', '53.4'],
    ]);
  });

  test('have what stands in a chamber that nobody set, without a grain depression', () => {
    const log = logOf(...SET_UP, '23 09:05 placed D2 LGR B', '23 10:00 air D2 95F 20%');
    expect(airRows(log, '2026-11-23').map(said)).toEqual(['10:00 D2 95 20']);
  });

  test('leave out what was taken back', () => {
    const log = logOf(
      ...SET_UP,
      ...FIRST,
      '23 11:00 points A1 30',
      '23 12:00 correct 2026-11-23 10:00 Ann Lee A1 no reading',
      '23 12:00 correct 2026-11-23 10:00 Ann Lee out no reading',
    );
    expect(airRows(log, '2026-11-23').map(({ of }) => of)).not.toContain('out');
    const [point] = log.points;
    expect(point && pointReadings(point, '2026-11-23').map(({ value }) => value)).toEqual([30]);
  });
});

test('the HVAC has no grain depression without air of the same day', () => {
  expect(hvacDepressions(logOf(...SET_UP, ...FIRST))).toEqual([]);
  expect(hvacDepressions(logOf(...SET_UP, ...FIRST, '24 09:00 air hvac 68F 45%'))).toEqual([]);
});

test('a reading of a point is at its goal at or below it, each of a day for itself', () => {
  const log = logOf(
    ...SET_UP,
    '23 10:00 points A1 15.1, A3 1',
    '23 11:00 points A1 15',
    '23 12:00 points A1 meter off',
  );
  const atGoal = log.points.map((point) => pointReadings(point, '2026-11-23').map((one) => one.isAtGoal));
  expect(atGoal).toEqual([[false, true, false], [], [false]]);
});

test.each([
  [0, []],
  [1, [1]],
  [7, [7]],
  [8, [4, 4]],
  [10, [5, 5]],
  [15, [5, 5, 5]],
  [20, [7, 6, 7]],
  [29, [6, 6, 5, 6, 6]],
])('%i days are printed in parts that fit on a sheet, each day once', (count, lengths) => {
  const days = Array.from({ length: count }, (_, n) => n);
  const parts = partsOf(days);
  expect(parts.map((part) => part.length)).toEqual(lengths);
  expect(parts.flat()).toEqual(days);
});
