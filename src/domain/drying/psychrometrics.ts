/*
 * Moist air, by ASHRAE Fundamentals 2017, chapter 1. People read Fahrenheit, percent, feet, grains and inches of mercury;
 * inside it is kelvins and pascals.
 */

export interface Air {
  readonly fahrenheit: number;
  /** Relative, in percent. */
  readonly humidity: number;
}

const GRAINS_PER_POUND = 7000;
const MOLAR_MASS_RATIO = 0.621945;
const PASCALS_PER_INCH_OF_MERCURY = 3386.389;
const METERS_PER_FOOT = 0.3048;
const TRIPLE_POINT = 273.16;

/** Hyland and Wexler's coefficients for ln p: of T⁻¹, T⁰, T, T², T³, T⁴ and ln T. */
type Coefficients = readonly [number, number, number, number, number, number, number];
const ICE: Coefficients = [
  -5674.5359, 6.3925247, -9.677843e-3, 6.2215701e-7, 2.0747825e-9, -9.484024e-13, 4.1635019,
];
const WATER: Coefficients = [-5800.2206, 1.3914993, -4.8640239e-2, 4.1764768e-5, -1.4452093e-8, 0, 6.5459673];

/** @returns pascals */
export function saturationPressure(fahrenheit: number): number {
  return Math.exp(logPressure(kelvins(fahrenheit)));
}

/** @returns inches of mercury */
export function vaporPressure(air: Air): number {
  return partialPressure(air) / PASCALS_PER_INCH_OF_MERCURY;
}

/** Returns the pressure of the standard atmosphere, in pascals. */
export function pressureAt(feet: number): number {
  return 101_325 * (1 - 2.25577e-5 * feet * METERS_PER_FOOT) ** 5.2559;
}

/** Water by weight of dry air. */
export function humidityRatio(air: Air, pressure: number): number {
  const vapor = partialPressure(air);
  return (MOLAR_MASS_RATIO * vapor) / (pressure - vapor);
}

export function grainsPerPound(air: Air, feet: number): number {
  return GRAINS_PER_POUND * humidityRatio(air, pressureAt(feet));
}

/** Below freezing, the frost point. @returns °F */
export function dewPoint(air: Air): number {
  const wanted = Math.log(partialPressure(air));
  let at = kelvins(air.fahrenheit);
  // Newton's method. From −20 to 140 °F and 1 to 100 %, 5 steps reach 1e-12 °F.
  for (let step = 0; step < 6; step += 1) at -= (logPressure(at) - wanted) / logPressureSlope(at);
  return at * 1.8 - 459.67;
}

function partialPressure({ fahrenheit, humidity }: Air): number {
  return (humidity / 100) * saturationPressure(fahrenheit);
}

function kelvins(fahrenheit: number): number {
  return (fahrenheit + 459.67) / 1.8;
}

function logPressure(at: number): number {
  const [a, b, c, d, e, f, g] = coefficientsAt(at);
  return a / at + b + at * (c + at * (d + at * (e + at * f))) + g * Math.log(at);
}

function logPressureSlope(at: number): number {
  const [a, , c, d, e, f, g] = coefficientsAt(at);
  return -a / at ** 2 + c + at * (2 * d + at * (3 * e + at * 4 * f)) + g / at;
}

function coefficientsAt(at: number): Coefficients {
  return at <= TRIPLE_POINT ? ICE : WATER;
}
