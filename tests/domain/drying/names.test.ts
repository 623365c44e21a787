import { expect, test } from 'vitest';
import { airName, readingText } from '../../../src/domain/drying/names.ts';
import { logOf, SET_UP } from '../../support/drying/log.ts';

test.each([
  [{ value: 12.34, skip: null }, '12.3'],
  [{ value: { fahrenheit: 74, humidity: 71.5 }, skip: null }, '74 °F, 71.5 %'],
  [{ value: null, skip: 'meter off' }, 'Meter off'],
  [{ value: null, skip: 'no reading' }, 'taken back'],
  [{ value: null, skip: null }, ''],
] as const)('%j reads as %j', (reading, text) => {
  expect(readingText(reading)).toBe(text);
});

test('air is named after where it is, or what it leaves', () => {
  const { chambers, units } = logOf(...SET_UP);
  expect(['out' as const, ...chambers, ...units.slice(0, 1)].map(airName)).toEqual([
    'Outside',
    'Chamber A',
    'Air leaving D1',
  ]);
});
