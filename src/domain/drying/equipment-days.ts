import type { SignedStamp } from '../day/entries.ts';
import { daysBetween } from '../plain-date.ts';
import { dayOf, stampLater } from './drying-entries.ts';
import type { Placement, Reading, Unit } from './drying-log.ts';
import type { Air } from './psychrometrics.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface EquipmentDays {
  /** Calendar days that it ran on. Four air movers for a day are four. */
  readonly calendarDays: number;
  /** Periods of 24 hours that were begun. */
  readonly periods: number;
}

interface Run {
  readonly from: Stamp;
  readonly until: Stamp;
}

type Stamp = Pick<SignedStamp, 'at' | 'offset'>;

/** From where a unit is placed to where all of it is removed, also if it was moved meanwhile. */
export interface Stay extends EquipmentDays {
  readonly placements: readonly [Placement, ...Placement[]];
  /** Null while it runs. */
  readonly until: SignedStamp | null;
  /** Its removal is dated after now. Days to come are not counted. */
  readonly endsLater: boolean;
}

/** @param now ends the days of what still runs */
export function equipmentDays(unit: Pick<Unit, 'placements'>, now: number): EquipmentDays {
  return sumOfDays(staysOf(unit, now));
}

export function sumOfDays(some: readonly EquipmentDays[]): EquipmentDays {
  return {
    calendarDays: some.reduce((sum, one) => sum + one.calendarDays, 0),
    periods: some.reduce((sum, one) => sum + one.periods, 0),
  };
}

/** The days of the stays add up: a day that a machine was removed and placed again on is the first stay's. */
export function staysOf({ placements }: Pick<Unit, 'placements'>, now: number): Stay[] {
  const stays: { placements: [Placement, ...Placement[]]; until: SignedStamp | null }[] = [];
  for (const placement of placements) {
    const last = stays.at(-1);
    if (last?.until?.at === placement.from.at) {
      last.placements.push(placement);
      last.until = placement.until;
    } else stays.push({ placements: [placement], until: placement.until });
  }
  const machines = machineRuns(placements, now);
  return stays.map((stay) => ({
    ...stay,
    endsLater: stay.until !== null && !isOver(stay.until, now),
    ...sumOfDays(machines.filter(({ from }) => stay.placements.some((one) => one.from.at === from.at))),
  }));
}

function isOver(until: SignedStamp | null, now: number): until is SignedStamp {
  return until !== null && until.at <= now;
}

interface CountedRun extends Run, EquipmentDays {}

/** Its days are those where it stands, wherever they are counted. */
function machineRuns(placements: readonly Placement[], now: number): CountedRun[] {
  const most = Math.max(0, ...placements.map(({ count }) => count));
  const counted: CountedRun[] = [];
  // Each of several machines by itself: if two of four go, two have ended and two run on.
  for (let machine = 1; machine <= most; machine += 1) {
    const runs = runsOf(
      placements
        .filter(({ count, from }) => count >= machine && from.at <= now)
        .map(({ from, until }) => ({
          from,
          until: isOver(until, now) ? until : stampLater(from, now),
        })),
    );
    for (const [n, { from, until }] of runs.entries()) {
      const before = runs[n - 1];
      // A day that it was removed and placed again on counts once.
      const isCounted = before !== undefined && dayOf(before.until) >= dayOf(from);
      counted.push({
        from,
        until,
        calendarDays: daysBetween(dayOf(from), dayOf(until)) + (isCounted ? 0 : 1),
        periods: Math.max(1, Math.ceil((until.at - from.at) / DAY_MS)),
      });
    }
  }
  return counted;
}

/** A machine that was moved ran on. */
function runsOf(placements: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const run of placements) {
    const last = runs.at(-1);
    if (last?.until.at === run.from.at) runs[runs.length - 1] = { ...last, until: run.until };
    else runs.push(run);
  }
  return runs;
}

/** A label that was placed again can be another machine than before. */
export function kindIn({ fact, changes, placements }: Unit, { from }: Placement): string {
  const isPlaced = (at: number): boolean => at > from.at && placements.some((one) => one.from.at === at);
  const next = changes.find(({ by, from: was, to }) => was.kind !== to.kind && isPlaced(by.at));
  return (next?.from ?? fact).kind;
}

/** Returns where a unit stood when it was read. Null on a day on which it stood nowhere. */
export function placementAt({ placements }: Pick<Unit, 'placements'>, reading: Stamp): Placement | null {
  const there = placements.filter((one) => touches(one, dayOf(reading)));
  // A placement can be entered later than the readings of its day.
  return there.filter(({ from }) => from.at <= reading.at).at(-1) ?? there[0] ?? null;
}

/** Returns the readings of the air that left a unit while it stood in a chamber. `null` is no chamber. */
export function readingsWithin(unit: Unit, chamber: string | null): Reading<Air>[] {
  return unit.readings.filter((reading) => (placementAt(unit, reading)?.chamber ?? null) === chamber);
}

function touches({ from, until }: Placement, day: string): boolean {
  return dayOf(from) <= day && (until === null || day <= dayOf(until));
}
