import { dayOf } from './drying-entries.ts';
import { NO_READING } from './drying-facts.ts';
import type { DryingLog, Reading } from './drying-log.ts';
import { type Air, dewPoint, grainsPerPound, vaporPressure } from './psychrometrics.ts';

export interface AirFigures extends Air {
  readonly grains: number;
  /** °F */
  readonly dewPoint: number;
  /** Inches of mercury. */
  readonly vaporPressure: number;
}

export function airFigures(air: Air, feet: number): AirFigures {
  return {
    ...air,
    grains: grainsPerPound(air, feet),
    dewPoint: dewPoint(air),
    vaporPressure: vaporPressure(air),
  };
}

/** The first and the last of some days. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The last value of a day. */
export interface DayValue<Value> {
  readonly day: string;
  readonly value: Value;
}

/** @returns the days that have a value, oldest first */
export function dayValues<Value>(readings: readonly Reading<Value>[]): DayValue<Value>[] {
  const days = new Map<string, Value>();
  for (const reading of readings) if (reading.value !== null) days.set(dayOf(reading), reading.value);
  return [...days].map(([day, value]) => ({ day, value }));
}

/** @returns the days of readings, also skipped ones, but not those that were taken back */
export function daysRead(readings: readonly Reading<unknown>[]): string[] {
  return readings.filter(isRead).map(dayOf);
}

/** @returns the readings of a day, also skipped ones, but not those that were taken back */
export function readingsOn<Value>(readings: readonly Reading<Value>[], day: string): Reading<Value>[] {
  return readings.filter((reading) => isRead(reading) && dayOf(reading) === day);
}

function isRead({ skip }: Reading<unknown>): boolean {
  return skip !== NO_READING;
}

export interface Latest<Value> extends DayValue<Value> {
  /** The value of the latest earlier day that has one. */
  readonly before: DayValue<Value> | null;
}

export function latestOf<Value>(readings: readonly Reading<Value>[]): Latest<Value> | null {
  const days = dayValues(readings);
  const last = days.at(-1);
  return last ? { ...last, before: days.at(-2) ?? null } : null;
}

/** The air of a day, or null. */
export function airOn(log: DryingLog, readings: readonly Reading<Air>[], day: string): AirFigures | null {
  const found = dayValues(readings).find((one) => one.day === day);
  return found ? airFigures(found.value, log.altitude) : null;
}
