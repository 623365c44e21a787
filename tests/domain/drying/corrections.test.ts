import { describe, expect, test } from 'vitest';
import { firstOf } from '../../../src/domain/drying/corrections.ts';
import { readDrying } from '../../../src/domain/drying/drying-entries.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { writeFacts } from '../../../src/domain/drying/write-facts.ts';
import { logOf, SET_UP } from '../../support/drying/log.ts';
import { DENVER } from '../../support/records/texts.ts';

const CORRECT = 'correct 2026-11-24 09:00 Ann Lee';
const twice = ['24 09:00 points A1 43', '24 09:00 points A1 28', '24 09:00 air out 52F 60%, un 70F 38%'];
const after = (...entries: readonly string[]) => logOf(...SET_UP, ...twice, ...entries);
const valuesOf = (...entries: readonly string[]) =>
  after(...entries).points[0]?.readings.map(({ value }) => value);

describe('of two readings of a point in one minute, a correction replaces', () => {
  test.each([
    ['the one that it names', ['24 10:00 ' + CORRECT + ' A1 34 instead of 43'], [34, 28]],
    ['the other one, too', ['24 10:00 ' + CORRECT + ' A1 29 instead of 28'], [43, 29]],
    [
      'the one that was corrected before, by its first value',
      ['24 10:00 ' + CORRECT + ' A1 34 instead of 43', '24 10:05 ' + CORRECT + ' A1 35 instead of 43'],
      [35, 28],
    ],
    [
      'the named one, which is taken back',
      ['24 10:00 ' + CORRECT + ' A1 no reading instead of 43'],
      [null, 28],
    ],
    ['only the last one if it names none', ['24 10:00 ' + CORRECT + ' A1 34'], [43, 34]],
  ])('%s', (_, entries, expected) => {
    expect(valuesOf(...entries)).toEqual(expected);
    expect(after(...entries).notes).toEqual([]);
  });

  test('none if it names a third value: then it is shown as a note', () => {
    const text = CORRECT + ' A1 34 instead of 99';
    expect(valuesOf(`24 10:00 ${text}`)).toEqual([43, 28]);
    expect(after(`24 10:00 ${text}`).notes.map((note) => note.text)).toEqual([text]);
  });
});

test('a reading is named by what it was before all corrections', () => {
  const [point] = after(
    '24 10:00 ' + CORRECT + ' A1 34 instead of 43',
    '24 10:05 ' + CORRECT + ' A1 35 instead of 43',
  ).points;
  expect(point?.readings.map(firstOf)).toEqual([43, 28]);
  expect(after('24 10:00 air un meter off').places.un.map(firstOf)).toEqual([
    { fahrenheit: 70, humidity: 38 },
    'meter off',
  ]);
});

test('a skipped reading is corrected, and air is taken back, by name', () => {
  const { places, points } = logOf(
    ...SET_UP,
    '24 09:00 points A1 meter off',
    '24 09:00 air out 52F 60%',
    `24 10:00 ${CORRECT} A1 34 instead of meter off`,
    `24 10:00 ${CORRECT} out no reading instead of 52F 60%`,
  );
  expect(points[0]?.readings).toMatchObject([{ value: 34, corrections: [{ was: { skip: 'meter off' } }] }]);
  expect(places.out).toMatchObject([{ value: null, skip: 'no reading' }]);
});

test('in the hour that the clock repeats, a correction replaces one reading', () => {
  const read = (clock: string, value: number) => `2026-11-01 ${clock} Ann Lee: points A1 ${value}`;
  const text = [
    '--- Drying ---',
    '2026-10-31 09:00 -0600 Ann Lee: set A1 Wall',
    read('01:30 -0600', 43),
    read('01:30 -0700', 28),
    '2026-11-01 09:00 -0700 Ann Lee: correct 2026-11-01 01:30 Ann Lee A1 34 instead of 43',
  ].join('\n');
  const [point] = foldDrying(readDrying([text], DENVER)).points;
  expect(point?.readings.map(({ value }) => value)).toEqual([34, 28]);
});

test('corrections are written with the reading that they replace', () => {
  const who = 'Ann Lee';
  const ref = { label: 'A1', by: '' };
  expect(
    writeFacts([{ word: 'correct', day: '2026-11-24', clock: '09:00', who, ref, value: 34, instead: 43 }]),
  ).toEqual([`${CORRECT} A1 34 instead of 43`]);
});
