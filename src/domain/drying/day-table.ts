import { daysBetween, daysFrom } from '../plain-date.ts';
import { dayOf } from './drying-entries.ts';
import { AIR_PLACES, type AirPlace, type Skip } from './drying-facts.ts';
import {
  type Chamber,
  type DryingLog,
  type DryingNote,
  isDehumidifier,
  type Point,
  type Reading,
  type Unit,
} from './drying-log.ts';
import { readingsWithin } from './equipment-days.ts';
import { type AirFigures, airOn, daysRead, readingsOn } from './readings.ts';

export interface DehumidifierDay {
  readonly unit: Unit;
  readonly air: AirFigures;
  readonly depression: number | null;
}

export interface PointDay {
  readonly point: Point;
  /** Null if it was skipped. */
  readonly value: number | null;
  readonly skip: Skip | null;
  readonly isAtGoal: boolean;
}

export interface GroupDay {
  readonly dehumidifiers: readonly DehumidifierDay[];
  readonly points: readonly PointDay[];
}

export interface ChamberDay extends GroupDay {
  readonly chamber: Chamber;
  readonly air: AirFigures | null;
}

/** A day of the report. */
export interface DryingDay {
  readonly day: string;
  /** Names of the people who took readings. */
  readonly who: readonly string[];
  readonly places: Readonly<Record<AirPlace, AirFigures | null>>;
  readonly chambers: readonly ChamberDay[];
  /** Dehumidifiers and points in chambers that nobody has set up. */
  readonly noChamber: GroupDay;
  readonly notes: readonly DryingNote[];
}

/** Longer gaps come from a wrong date, and are not filled. */
const LONGEST_GAP = 31;

/** @returns the days from the first entry to the last, also those without a reading */
export function dryingDays(log: DryingLog): DryingDay[] {
  const readings = readingsOf(log);
  const stamps = [
    ...log.notes,
    ...[...log.chambers, ...log.points, ...log.units].map(({ since }) => since),
    ...log.units.flatMap(({ placements }) => placements.flatMap(({ from, until }) => [from, until])),
    ...log.points.map(({ removed }) => removed),
    ...log.chambers.flatMap(({ statements }) => statements),
  ];
  const days = [
    ...new Set([...daysRead(readings), ...stamps.flatMap((stamp) => (stamp ? dayOf(stamp) : []))]),
  ].sort();
  return days
    .flatMap((day, n) => [...gapBefore(day, days[n - 1] ?? day), day])
    .map((day) => dryingDay(log, readings, day));
}

function gapBefore(day: string, last: string): string[] {
  const count = daysBetween(last, day) - 1;
  return count < 1 || count > LONGEST_GAP
    ? []
    : Array.from({ length: count }, (_, n) => daysFrom(last, n + 1));
}

function readingsOf({ places, chambers, points, units }: DryingLog): Reading<unknown>[] {
  return [
    ...AIR_PLACES.flatMap((place): readonly Reading<unknown>[] => places[place]),
    ...[...chambers, ...points, ...units].flatMap((item): readonly Reading<unknown>[] => item.readings),
  ];
}

function dryingDay(log: DryingLog, readings: readonly Reading<unknown>[], day: string): DryingDay {
  return {
    day,
    who: [...new Set(readingsOn(readings, day).map(({ who }) => who))],
    places: {
      out: airOn(log, log.places.out, day),
      un: airOn(log, log.places.un, day),
      hvac: airOn(log, log.places.hvac, day),
    },
    chambers: log.chambers.map((chamber) => {
      const air = airOn(log, chamber.readings, day);
      return { chamber, air, ...groupDay(log, day, chamber.name, air) };
    }),
    noChamber: groupDay(log, day, null, null),
    notes: log.notes.filter((note) => dayOf(note) === day),
  };
}

function groupDay(log: DryingLog, day: string, chamber: string | null, air: AirFigures | null): GroupDay {
  return {
    dehumidifiers: log.units.flatMap((unit) => {
      const leaving = isDehumidifier(unit) ? airOn(log, readingsWithin(unit, chamber), day) : null;
      return leaving ? { unit, air: leaving, depression: air && air.grains - leaving.grains } : [];
    }),
    points: log.points
      .filter((point) => point.chamber === chamber)
      .flatMap((point) => pointDay(point, day) ?? []),
  };
}

function pointDay(point: Point, day: string): PointDay | null {
  const today = readingsOn(point.readings, day);
  const last = today.filter(({ value }) => value !== null).at(-1) ?? today.at(-1);
  if (!last) return null;
  const { value, skip } = last;
  const { goal } = point.fact;
  return { point, value, skip, isAtGoal: value !== null && goal !== null && value <= goal };
}
