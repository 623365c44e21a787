import fc from 'fast-check';
import psychrolib from 'psychrolib';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  dewPoint,
  grainsPerPound,
  humidityRatio,
  pressureAt,
  saturationPressure,
  vaporPressure,
} from '../../../src/domain/drying/psychrometrics.ts';

const PASCALS_PER_PSI = 6894.757;
const PSI_PER_INCH_OF_MERCURY = 0.4911541;

/** Relative, as a part of 1. */
function distance(value: number, expected: number): number {
  return Math.abs(value - expected) / expected;
}

/** ASHRAE Fundamentals 2017, chapter 1, as PsychroLib's own tests cite it (psychrometrics/psychrolib, MIT). */
describe('the published values', () => {
  test.each([
    [-4, '0.014974'],
    [23, '0.058268'],
    [41, '0.12656'],
    [77, '0.45973'],
    [122, '1.79140'],
  ])('of saturated vapor at %d °F: %s psi', (fahrenheit, printed) => {
    const psi = saturationPressure(fahrenheit) / PASCALS_PER_PSI;
    expect(distance(psi, Number(printed))).toBeLessThan(0.0003);
  });

  test.each([
    [-4, 0.0006373],
    [23, 0.0024863],
    [41, 0.005425],
    [77, 0.020173],
    [122, 0.086863],
  ])(
    'of saturated air at %d °F and 14.696 psi: %d, to 1 %%, because real air is no ideal gas',
    (fahrenheit, printed) => {
      const ratio = humidityRatio({ fahrenheit, humidity: 100 }, 14.696 * PASCALS_PER_PSI);
      expect(distance(ratio, printed)).toBeLessThan(0.01);
    },
  );

  test('of saturated air at 77 °F and 14.175 psi', () => {
    const ratio = humidityRatio({ fahrenheit: 77, humidity: 100 }, 14.175 * PASCALS_PER_PSI);
    expect(distance(ratio, 0.0208473)).toBeLessThan(0.01);
  });

  /** The table is 0.002 psi above what the formula that ASHRAE prints with it gives; the oracle uses the formula too. */
  test.each([
    [1000, 14.175],
    [3000, 13.173],
    [10_000, 10.108],
  ])('of the pressure at %d ft: %d psi, to 0.03 %%', (feet, printed) => {
    expect(distance(pressureAt(feet) / PASCALS_PER_PSI, printed)).toBeLessThan(0.0003);
  });

  /** Its wet bulb of 65 °F is given here as the humidity that ASHRAE finds for it. */
  test('of example 1: 100 °F and 13 % have a dew point of 40 °F, and W = 0.00523', () => {
    const air = { fahrenheit: 100, humidity: 13 };
    expect(dewPoint(air).toFixed(0)).toBe('40');
    expect(distance(humidityRatio(air, pressureAt(0)), 0.00523)).toBeLessThan(0.01);
  });
});

describe('the oracle’s values', () => {
  test.each([
    [70, 50, 0, '54.5'],
    [75, 50, 0, '64.6'],
    [80, 60, 0, '92.1'],
    [74, 71, 0, '89.3'],
    [95, 30, 0, '73.8'],
    [52, 60, 0, '34.4'],
    [75, 50, 5280, '78.8'],
  ])('%d °F, %d %%, %d ft: %s grains a pound', (fahrenheit, humidity, feet, grains) => {
    expect(grainsPerPound({ fahrenheit, humidity }, feet).toFixed(1)).toBe(grains);
  });

  test('70 °F, 50 %: a dew point of 50.5 °F', () => {
    expect(dewPoint({ fahrenheit: 70, humidity: 50 }).toFixed(1)).toBe('50.5');
  });
});

describe('psychrolib', () => {
  beforeAll(() => psychrolib.SetUnitSystem(psychrolib.IP));

  test('agrees within 0.1 % at 10,000 random points', () => {
    const point = fc.record({
      fahrenheit: fc.double({ min: -20, max: 140, noNaN: true }),
      humidity: fc.double({ min: 1, max: 100, noNaN: true }),
      feet: fc.double({ min: -1000, max: 12_000, noNaN: true }),
    });
    fc.assert(
      fc.property(point, ({ feet, ...air }) => {
        const [temperature, humidity] = [air.fahrenheit, air.humidity / 100];
        const pressure = psychrolib.GetStandardAtmPressure(feet);
        const ratio = psychrolib.GetHumRatioFromRelHum(temperature, humidity, pressure);
        const vapor = psychrolib.GetVapPresFromRelHum(temperature, humidity);
        const dew = psychrolib.GetTDewPointFromRelHum(temperature, humidity);
        expect(distance(pressureAt(feet) / PASCALS_PER_PSI, pressure)).toBeLessThan(0.001);
        expect(distance(grainsPerPound(air, feet), 7000 * ratio)).toBeLessThan(0.001);
        expect(distance(vaporPressure(air) * PSI_PER_INCH_OF_MERCURY, vapor)).toBeLessThan(0.001);
        // Of the absolute temperature: 0 °F is no zero. 0.02 °F is what a display rounds away.
        expect(distance(dewPoint(air) + 459.67, dew + 459.67)).toBeLessThan(0.001);
        expect(Math.abs(dewPoint(air) - dew)).toBeLessThan(0.02);
      }),
      { numRuns: 10_000 },
    );
  });
});
