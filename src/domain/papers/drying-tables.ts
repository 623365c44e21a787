import { dryingWords, visitWords, dryingPaperWords as words } from '../../words/drying.ts';
import type { SignedStamp } from '../day/entries.ts';
import type { ChamberStatus, PointStatus } from '../drying/chamber-status.ts';
import type { DryingDay } from '../drying/day-table.ts';
import { dayOf } from '../drying/drying-entries.ts';
import type { DryingLog, Point, Reading } from '../drying/drying-log.ts';
import { airName, chamberName, pointPlace, readingText, round } from '../drying/names.ts';
import { type AirRow, airRows, partsOf, pointReadings } from '../drying/report-rows.ts';
import type { PaperColumn, PaperRow, PaperTable } from './paper-content.ts';
import { clockText, dayText, momentText } from './paper-texts.ts';

/** The columns share the width by these numbers. */
function columns(...heads: readonly (readonly [head: string, width: number])[]): PaperColumn[] {
  return heads.map(([head, width]) => ({ head, align: 'left', width }));
}

function cells(...said: readonly string[]): PaperRow {
  return { row: 'cells', cells: said };
}

/** A table without rows is left out. */
export function tableOf(
  heading: string,
  heads: readonly PaperColumn[],
  rows: readonly PaperRow[],
  notes: readonly string[] = [],
): PaperTable[] {
  return rows.length === 0 ? [] : [{ part: 'table', heading, columns: heads, rows, notes }];
}

export function chamberTable(chambers: readonly ChamberStatus[]): PaperTable[] {
  const heads = columns(
    [words.chamber, 2],
    [words.rooms, 6],
    [words.category, 2],
    [words.lossClass, 2],
    [words.volume, 3],
  );
  const rows = chambers.map(({ chamber: { name, fact } }) =>
    cells(
      name,
      fact.rooms.join(' + '),
      String(fact.category ?? '-'),
      String(fact.lossClass ?? '-'),
      fact.cubicFeet === null ? '-' : words.cubicFeet({ count: fact.cubicFeet }),
    ),
  );
  return tableOf(words.chambers, heads, rows);
}

/** Only what was read in a chamber's latest visit is verified. */
export function verificationTable(chambers: readonly ChamberStatus[]): PaperTable[] {
  const heads = columns(
    [words.chamber, 2],
    [words.lastRead, 3],
    [words.atGoal, 2],
    [words.notAtGoal, 5],
    [words.declaredDry, 5],
  );
  const rows = chambers.map(({ chamber: { name, dry }, day, verdict, points }) => {
    const open = points.filter(({ isAtGoal }) => !isAtGoal).map((status) => openText(status, day));
    return cells(
      name,
      day === null ? '-' : dayText(day),
      words.countOf({ atGoal: verdict.atGoal, open: verdict.open }),
      open.join('\n') || '-',
      dry ? signedText(dry, dry.remark) : words.no,
    );
  });
  return tableOf(words.verification, heads, rows);
}

function openText({ point: { name, fact }, latest }: PointStatus, day: string | null): string {
  if (latest === null) return words.neverRead({ name });
  const said = { name, value: round(latest.value), day: dayText(latest.day) };
  if (latest.day !== day) return words.readBefore(said);
  return fact.goal === null ? words.withoutGoal(said) : words.overGoal({ ...said, goal: round(fact.goal) });
}

function signedText(stamp: SignedStamp, ...more: readonly string[]): string {
  return [momentText(stamp), stamp.who, ...more].filter(Boolean).join(' · ');
}

/** Each reading is a row with its time, and a day without readings is named. */
export function airTable(log: DryingLog, days: readonly DryingDay[]): PaperTable[] {
  const heads = columns(
    [words.time, 4],
    [words.place, 4],
    [words.temperature, 2],
    [words.humidity, 2],
    [words.grains, 2],
    [words.dewPoint, 2],
    [words.vaporPressure, 3],
    [words.depression, 3],
  );
  const rows = days.map(({ day, who }) => {
    const about = who.length > 0 ? who.join(', ') : words.noReadings;
    return { text: [dayText(day), about].join(' · '), air: airRows(log, day) };
  });
  const all = rows.flatMap(({ air }) => air);
  if (all.length === 0) return [];
  const notes = [
    ...(all.some(({ depressions }) => depressions.length > 0) ? [words.aboutDepression] : []),
    ...(all.some(({ reading }) => isCorrected(reading)) ? [words.corrected] : []),
  ];
  return tableOf(
    words.atmosphere,
    heads,
    rows.flatMap(({ text, air }) => [
      { row: 'group', text } as const,
      ...air.map((row) => airCells(row, log)),
    ]),
    notes,
  );
}

function airCells(row: AirRow, log: DryingLog): PaperRow {
  const { of, reading, air } = row;
  const name =
    typeof of !== 'string' && 'dry' in of ? visitWords.chamber({ name: chamberName(of) }) : airName(of);
  // In each row, because a day can go on on the next page.
  const time = words.dayAndTime({ day: dayText(dayOf(reading)), time: clockText(reading) });
  if (!air) return cells(time, name, readingText(reading) + markOf(reading), '', '', '', '', '');
  return cells(
    time,
    name,
    round(air.fahrenheit) + markOf(reading),
    round(air.humidity),
    air.grains.toFixed(1),
    air.dewPoint.toFixed(1),
    air.vaporPressure.toFixed(3),
    depressionsText(row, log),
  );
}

function depressionsText({ of, depressions }: AirRow, { chambers }: DryingLog): string {
  const isNamed = of === 'hvac' && chambers.length > 1;
  return depressions
    .map(({ chamber: { name }, grains }) =>
      isNamed ? words.depressionIn({ name, grains: grains.toFixed(1) }) : grains.toFixed(1),
    )
    .join(', ');
}

type Corrected = Pick<Reading<unknown>, 'corrections'>;

function isCorrected({ corrections }: Corrected): boolean {
  return corrections.length > 0;
}

/** Points to the section that tells the old value. */
function markOf(reading: Corrected): string {
  return isCorrected(reading) ? '†' : '';
}

/** One column a day, in tables that fit across a sheet. */
export function pointTables(log: DryingLog, days: readonly string[]): PaperTable[] {
  const parts = partsOf(days);
  const marks = [
    words.marked,
    ...(log.points.some(({ readings }) => readings.some(isCorrected)) ? [words.corrected] : []),
  ];
  return parts.flatMap((part, at) => {
    const heads = columns(
      [words.point, 2],
      [words.place, 5],
      [words.goal, 2],
      ...part.map((day) => [dayText(day), 2] as const),
    );
    const isLast = at === parts.length - 1;
    return tableOf(words.points, heads, pointRows(log, part), isLast ? marks : []);
  });
}

function pointRows(log: DryingLog, days: readonly string[]): PaperRow[] {
  const groups = [
    ...log.chambers.map((chamber) => ({
      text: visitWords.chamber({ name: chamberName(chamber) }),
      points: log.points.filter((point) => point.chamber === chamber.name),
    })),
    { text: dryingWords.noChamber, points: log.points.filter(({ chamber }) => chamber === null) },
  ];
  return groups.flatMap(({ text, points }): PaperRow[] => {
    const shown = points.filter((point) => isShown(point, days));
    return shown.length === 0
      ? []
      : [{ row: 'group', text }, ...shown.map((point) => pointCells(point, days))];
  });
}

/** A point that was removed is not in the later tables. */
function isShown(point: Point, days: readonly string[]): boolean {
  const { removed } = point;
  const isThere = removed === null || days.some((day) => dayOf(removed) >= day);
  return isThere || days.some((day) => pointReadings(point, day).length > 0);
}

function pointCells(point: Point, days: readonly string[]): PaperRow {
  const { removed, fact } = point;
  const gone = removed ? [dryingWords.removedOn({ when: momentText(removed) })] : [];
  return cells(
    point.name,
    [pointPlace(point), ...gone].join('\n'),
    fact.goal === null ? '-' : round(fact.goal),
    ...days.map((day) => {
      const read = pointReadings(point, day);
      const text = (one: (typeof read)[number]): string =>
        readingText(one) + (one.isAtGoal ? '*' : '') + markOf(one);
      return read.length < 2
        ? read.map(text).join('')
        : read.map((one) => `${text(one)} ${clockText(one)}`).join('\n');
    }),
  );
}
