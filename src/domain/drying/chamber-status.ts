import type { SignedStamp } from '../day/entries.ts';
import {
  type Chamber,
  type DryingLog,
  isDehumidifier,
  type Point,
  runningPlacement,
  type Unit,
} from './drying-log.ts';
import { readingsWithin } from './equipment-days.ts';
import type { Air } from './psychrometrics.ts';
import {
  type AirFigures,
  airFigures,
  daysRead,
  dayValues,
  type Latest,
  latestOf,
  type Span,
} from './readings.ts';
import type { Depression } from './report-rows.ts';

export interface AirStatus extends AirFigures {
  readonly day: string;
  /** Grains a pound more or less than on the latest earlier day; null without one. */
  readonly change: number | null;
}

export interface PointStatus {
  readonly point: Point;
  readonly latest: Latest<number> | null;
  readonly change: number | null;
  /** Read in the chamber's latest visit, at or below its goal. */
  readonly isAtGoal: boolean;
}

export interface RemovedPoint extends Point {
  readonly removed: SignedStamp;
}

export interface DehumidifierStatus {
  readonly unit: Unit;
  readonly air: AirStatus | null;
  /** Grains a pound that it takes out, from air of the same day; below 0 it adds moisture. */
  readonly depression: number | null;
}

export interface ChamberStatus {
  readonly chamber: Chamber;
  /** The day of the latest visit. Visits of one day count as one. */
  readonly day: string | null;
  readonly air: AirStatus | null;
  /** Dehumidifiers that run now. */
  readonly dehumidifiers: readonly DehumidifierStatus[];
  /** Without removed ones. */
  readonly points: readonly PointStatus[];
  readonly removedPoints: readonly RemovedPoint[];
  readonly verdict: Verdict;
}

/** '22 of 25 points at goal on Nov 27' */
export interface Verdict {
  readonly atGoal: number;
  /** Points that are not removed. */
  readonly open: number;
  /** The latest visits of chambers with open points. They can be of several days. Null before the first. */
  readonly read: Span | null;
  /** Each open point was read in its chamber's latest visit, at or below its goal. */
  readonly isAllAtGoal: boolean;
}

export function chamberStatus(log: DryingLog, chamber: Chamber): ChamberStatus {
  const points = log.points.filter((point) => point.chamber === chamber.name);
  const day = lastOf(chamberDaysRead(log, chamber));
  const air = airStatus(log, chamber);
  const open = openOf(points, day);
  return {
    chamber,
    day,
    air,
    dehumidifiers: dehumidifiersIn(log, chamber.name, air),
    points: open,
    removedPoints: points.filter(isRemoved),
    verdict: jobVerdict([{ day, points: open }]),
  };
}

/** @returns the days on which its air, a point or a dehumidifier in it was read */
export function chamberDaysRead({ points, units }: DryingLog, { name, readings }: Chamber): string[] {
  return [
    ...daysRead(readings),
    ...points.flatMap((point) => (point.chamber === name ? daysRead(point.readings) : [])),
    ...units.flatMap((unit) => daysRead(readingsWithin(unit, name))),
  ];
}

function openOf(points: readonly Point[], visit: string | null): PointStatus[] {
  return points.filter(({ removed }) => removed === null).map((point) => pointStatus(point, visit));
}

function isRemoved(point: Point): point is RemovedPoint {
  return point.removed !== null;
}

function pointStatus(point: Point, visit: string | null): PointStatus {
  const latest = latestOf(point.readings);
  const { goal } = point.fact;
  return {
    point,
    latest,
    change: latest?.before ? latest.value - latest.before.value : null,
    isAtGoal: latest !== null && latest.day === visit && goal !== null && latest.value <= goal,
  };
}

/** The remark that is stored when a person calls a chamber dry. Never translated. */
export function dryRemark({ isAllAtGoal, atGoal, open, read }: Verdict, today: string): string {
  const said = isAllAtGoal ? 'all at goal' : `${atGoal} of ${open} at goal`;
  return read === null || read.to === today ? said : `${said} on ${read.to}`;
}

type StatusWithoutChamber = Pick<ChamberStatus, 'day' | 'dehumidifiers' | 'points' | 'removedPoints'>;

/** Covers points and dehumidifiers whose chamber is not in the log. */
export function statusWithoutChamber(log: DryingLog): StatusWithoutChamber {
  const own = log.points.filter(({ chamber }) => chamber === null);
  const day = lastOf(own.flatMap(({ readings }) => daysRead(readings)));
  return {
    day,
    dehumidifiers: dehumidifiersIn(log, null, null),
    points: openOf(own, day),
    removedPoints: own.filter(isRemoved),
  };
}

interface JobStatus {
  readonly chambers: readonly ChamberStatus[];
  readonly noChamber: StatusWithoutChamber;
  readonly verdict: Verdict;
}

export function jobStatus(log: DryingLog): JobStatus {
  const chambers = log.chambers.map((chamber) => chamberStatus(log, chamber));
  const noChamber = statusWithoutChamber(log);
  return { chambers, noChamber, verdict: jobVerdict([...chambers, noChamber]) };
}

export function jobVerdict(statuses: readonly Pick<ChamberStatus, 'day' | 'points'>[]): Verdict {
  const points = statuses.flatMap((status) => status.points);
  const days = statuses.flatMap((status) => (status.points.length > 0 ? (status.day ?? []) : [])).sort();
  const [from, to] = [days[0], days.at(-1)];
  const atGoal = points.filter(({ isAtGoal }) => isAtGoal).length;
  return {
    atGoal,
    open: points.length,
    read: from === undefined || to === undefined ? null : { from, to },
    isAllAtGoal: points.length > 0 && atGoal === points.length,
  };
}

export function airStatus(log: DryingLog, { readings }: Pick<Chamber, 'readings'>): AirStatus | null {
  const latest = latestOf<Air>(readings);
  if (!latest) return null;
  const now = airFigures(latest.value, log.altitude);
  const before = latest.before && airFigures(latest.before.value, log.altitude);
  return { ...now, day: latest.day, change: before && now.grains - before.grains };
}

/**
 * Returns how many grains a pound the air from the HVAC has less than each chamber's air of the same day, the latest one
 * of the HVAC.
 */
export function hvacDepressions({ places, chambers, altitude }: DryingLog): Depression[] {
  const hvac = latestOf(places.hvac);
  if (!hvac) return [];
  const leaving = airFigures(hvac.value, altitude).grains;
  return chambers.flatMap((chamber) => {
    const around = dayValues(chamber.readings).find(({ day }) => day === hvac.day);
    return around ? { chamber, grains: airFigures(around.value, altitude).grains - leaving } : [];
  });
}

/** @param around the chamber's air */
function dehumidifiersIn(
  log: DryingLog,
  chamber: string | null,
  around: AirStatus | null,
): DehumidifierStatus[] {
  return log.units
    .filter((unit) => isDehumidifier(unit) && runningPlacement(unit)?.chamber === chamber)
    .map((unit) => {
      const air = airStatus(log, { readings: readingsWithin(unit, chamber) });
      const isSameDay = air !== null && air.day === around?.day;
      return { unit, air, depression: isSameDay ? around.grains - air.grains : null };
    });
}

function lastOf(days: readonly string[]): string | null {
  return [...days].sort().at(-1) ?? null;
}
