import { daysBetween, daysFrom } from '../plain-date.ts';
import { chamberDaysRead } from './chamber-status.ts';
import type { DryingDay } from './day-table.ts';
import { dayOf, stampLater } from './drying-entries.ts';
import { AIR_PLACES, type AirPlace } from './drying-facts.ts';
import { type Chamber, type DryingLog, type Point, runningPlacement, type Unit } from './drying-log.ts';
import { type AirFigures, dayValues, type Span } from './readings.ts';

/** A value that looks wrong. A person is asked once, and may keep it. */
export type Question =
  /** No air from outside or of an unaffected room. */
  | { readonly about: 'noAir'; readonly place: Exclude<AirPlace, 'hvac'> }
  /** 100 %, which is often a wet sensor. */
  | { readonly about: 'saturated'; readonly of: AirPlace | Chamber | Unit }
  /** Drier than the unaffected air and the air outside. */
  | { readonly about: 'tooDry'; readonly chamber: Chamber }
  /** The air that leaves it holds more water than the chamber's. */
  | { readonly about: 'addsMoisture'; readonly unit: Unit }
  | { readonly about: 'pointUp'; readonly point: Point; readonly from: number; readonly to: number };

/** A point is asked about if it rose by more than this. */
const RISE = 1.2;

/** @param today a day of `dryingDays`, with the draft of a visit folded in */
export function questionsAbout(today: DryingDay): Question[] {
  const { out, un } = today.places;
  const questions: Question[] = [];
  if (!out) questions.push({ about: 'noAir', place: 'out' });
  if (!un) questions.push({ about: 'noAir', place: 'un' });
  for (const place of AIR_PLACES)
    if (isSaturated(today.places[place])) questions.push({ about: 'saturated', of: place });
  for (const { chamber, air } of today.chambers) {
    if (isSaturated(air)) questions.push({ about: 'saturated', of: chamber });
    if (air && out && un && air.grains < Math.min(out.grains, un.grains))
      questions.push({ about: 'tooDry', chamber });
  }
  for (const { dehumidifiers, points } of [...today.chambers, today.noChamber]) {
    for (const { unit, air: leaving, depression } of dehumidifiers) {
      if (isSaturated(leaving)) questions.push({ about: 'saturated', of: unit });
      if (depression !== null && depression < 0) questions.push({ about: 'addsMoisture', unit });
    }
    for (const { point, value } of points) {
      const before = dayValues(point.readings)
        .filter(({ day }) => day < today.day)
        .at(-1);
      if (before && value !== null && value > before.value * RISE)
        questions.push({ about: 'pointUp', point, from: before.value, to: value });
    }
  }
  return questions;
}

function isSaturated(air: AirFigures | null): boolean {
  return air?.humidity === 100;
}

interface UnreadChamber {
  readonly chamber: Chamber;
  readonly days: readonly string[];
}

/** Gaps in the record that an adjuster would notice. */
export interface Gaps {
  /** Without a reading, though equipment ran or there were readings before and after. */
  readonly unread: readonly Span[];
  /** Not read on days on which something else of the job was. */
  readonly unreadChambers: readonly UnreadChamber[];
  /** Days with readings but without unaffected air. */
  readonly withoutUnaffected: readonly string[];
  readonly withoutOutside: readonly string[];
  /** Chambers that nobody said are dry. */
  readonly notDry: readonly Chamber[];
  /** Units that were never removed, though all chambers are dry. */
  readonly notRemoved: readonly Unit[];
}

export function gapsIn(log: DryingLog, days: readonly DryingDay[], now: number): Gaps {
  const read = days.filter(({ who }) => who.length > 0);
  const namesOf = (some: readonly DryingDay[]): string[] => some.map(({ day }) => day);
  const notDry = log.chambers.filter(({ dry }) => dry === null);
  return {
    unread: unreadIn(log, namesOf(read), now),
    unreadChambers: unreadChambers(log, namesOf(read)),
    withoutUnaffected: namesOf(read.filter(({ places }) => places.un === null)),
    withoutOutside: namesOf(read.filter(({ places }) => places.out === null)),
    notDry,
    notRemoved: notDry.length === 0 ? log.units.filter((unit) => runningPlacement(unit) !== null) : [],
  };
}

/** From its set-up or first reading until the day on which it was called dry. */
function unreadChambers(log: DryingLog, read: readonly string[]): UnreadChamber[] {
  return log.chambers.flatMap((chamber) => {
    const own = chamberDaysRead(log, chamber);
    const [begun = ''] = [dayOf(chamber.since), ...own].sort();
    const days = read.filter((day) => day >= begun && !own.includes(day) && !isDryBefore(chamber, day));
    return days.length > 0 ? { chamber, days } : [];
  });
}

function isDryBefore({ statements }: Chamber, day: string): boolean {
  return statements.filter((statement) => dayOf(statement) < day).at(-1)?.isDry === true;
}

/** Minutes. Nowhere is it later. */
const FARTHEST_EAST = 14 * 60;

/** From the first placement or reading to the last removal or reading. Today is not over yet, and a date may be wrong. */
function unreadIn({ units }: DryingLog, days: readonly string[], now: number): Span[] {
  const read = days.filter((day) => day <= dayOf({ at: now, offset: FARTHEST_EAST }));
  const placements = units.flatMap((unit) => unit.placements);
  const begun = [...placements.map(({ from }) => dayOf(from)), ...read].sort();
  const ended = placements.map(({ from, until }) =>
    until && until.at <= now ? dayOf(until) : daysFrom(dayOf(stampLater(from, now)), -1),
  );
  const [first, last] = [begun[0], [...ended, ...read].sort().at(-1)];
  if (first === undefined || last === undefined) return [];
  const spans: Span[] = [];
  let before = daysFrom(first, -1);
  for (const day of [...read, daysFrom(last, 1)]) {
    if (daysBetween(before, day) > 1) spans.push({ from: daysFrom(before, 1), to: daysFrom(day, -1) });
    before = day;
  }
  return spans;
}
