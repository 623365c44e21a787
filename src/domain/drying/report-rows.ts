import { dayOf } from './drying-entries.ts';
import { AIR_PLACES, type AirPlace } from './drying-facts.ts';
import {
  type Chamber,
  type DryingLog,
  isDehumidifier,
  type Point,
  type Reading,
  type Unit,
} from './drying-log.ts';
import { placementAt } from './equipment-days.ts';
import type { Air } from './psychrometrics.ts';
import { type AirFigures, airFigures, readingsOn } from './readings.ts';

/** A reading of air, or a skipped one. */
export interface AirRow {
  readonly of: AirPlace | Chamber | Unit;
  readonly reading: Reading<Air>;
  /** Null if it was skipped. */
  readonly air: AirFigures | null;
  readonly depressions: readonly Depression[];
}

/** How many grains a pound the air that leaves a dehumidifier or the HVAC has less than a chamber's air. */
export interface Depression {
  readonly chamber: Chamber;
  /** Below 0, moisture is added. */
  readonly grains: number;
}

/** @returns all readings of a day, also several of one thing: visit by visit, each in the order of a walk */
export function airRows(log: DryingLog, day: string): AirRow[] {
  const row = (of: AirRow['of'], reading: Reading<Air>): AirRow => {
    const air = reading.value && airFigures(reading.value, log.altitude);
    return { of, reading, air, depressions: air ? depressionsOf(log, of, reading, air) : [] };
  };
  const items: readonly (readonly [AirRow['of'], readonly Reading<Air>[]])[] = [
    ...AIR_PLACES.map((place) => [place, log.places[place]] as const),
    ...log.chambers.flatMap((chamber) => [
      [chamber, chamber.readings] as const,
      ...log.units.map(
        (unit) => [unit, unit.readings.filter((one) => chamberAt(unit, one) === chamber.name)] as const,
      ),
    ]),
    ...log.units.map((unit) => [unit, unit.readings.filter((one) => chamberAt(unit, one) === null)] as const),
  ];
  return items
    .flatMap(([of, readings]) => readingsOn(readings, day).map((reading) => row(of, reading)))
    .sort((one, other) => one.reading.at - other.reading.at);
}

function chamberAt(unit: Unit, reading: Reading<Air>): string | null {
  return placementAt(unit, reading)?.chamber ?? null;
}

function depressionsOf(
  log: DryingLog,
  of: AirRow['of'],
  reading: Reading<Air>,
  air: AirFigures,
): Depression[] {
  if (of !== 'hvac' && (typeof of === 'string' || !('placements' in of) || !isDehumidifier(of))) return [];
  const chambers =
    of === 'hvac' ? log.chambers : log.chambers.filter(({ name }) => name === chamberAt(of, reading));
  return chambers.flatMap((chamber) => {
    const around = nearest(chamber.readings, reading);
    return around ? { chamber, grains: airFigures(around, log.altitude).grains - air.grains } : [];
  });
}

/** Returns the air of that day that was read nearest in time: in a visit, the HVAC is read before the chambers. */
function nearest(readings: readonly Reading<Air>[], { at, offset }: Reading<Air>): Air | null {
  const read = readingsOn(readings, dayOf({ at, offset })).filter(({ value }) => value !== null);
  const away = (one: Reading<Air>): number => Math.abs(one.at - at);
  // If there are several in one minute, the last one counts.
  return (
    read.reduce<Reading<Air> | null>((best, one) => (best && away(best) < away(one) ? best : one), null)
      ?.value ?? null
  );
}

interface PointReading extends Reading<number> {
  readonly isAtGoal: boolean;
}

/** @returns all readings of a day, also several and skipped ones */
export function pointReadings({ readings, fact: { goal } }: Point, day: string): PointReading[] {
  return readingsOn(readings, day).map((reading) => ({
    ...reading,
    isAtGoal: reading.value !== null && goal !== null && reading.value <= goal,
  }));
}

/** Columns of days that fit on a sheet of paper. */
const DAYS_ACROSS = 7;

/** @returns parts of nearly equal length, each of which fits across a sheet */
export function partsOf<Day>(days: readonly Day[]): Day[][] {
  const count = Math.ceil(days.length / DAYS_ACROSS);
  return Array.from({ length: count }, (_, part) =>
    days.slice(Math.round((part * days.length) / count), Math.round(((part + 1) * days.length) / count)),
  );
}
