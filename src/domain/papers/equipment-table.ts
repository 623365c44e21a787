import { dryingWords, dryingPaperWords as words } from '../../words/drying.ts';
import { billedText } from '../drying/billed-text.ts';
import type { DryingLog, Unit } from '../drying/drying-log.ts';
import { type EquipmentDays, kindIn, type Stay, staysOf, sumOfDays } from '../drying/equipment-days.ts';
import { unitKind } from '../drying/names.ts';
import { tableOf } from './drying-tables.ts';
import type { PaperColumn, PaperRow, PaperTable } from './paper-content.ts';
import { momentText } from './paper-texts.ts';

const COLUMNS: readonly PaperColumn[] = [
  { head: words.unit, align: 'left', width: 2 },
  { head: words.equipment, align: 'left', width: 6 },
  { head: words.placed, align: 'left', width: 6 },
  { head: words.removed, align: 'left', width: 4 },
  { head: words.calendarDays, align: 'right', width: 2 },
  { head: words.periods, align: 'right', width: 2 },
];

/**
 * Each stay of a unit is a row, and several have a sum. Which of the two counts is billed is a matter of the carrier, so
 * both are there, and which it is if somebody said.
 * @param now ends the days of what still runs
 */
export function equipmentTable(log: DryingLog, now: number): PaperTable[] {
  if (log.units.length === 0) return [];
  const stays = log.units.map((unit) => ({ unit, some: staysOf(unit, now) }));
  const total = sumOfDays(stays.flatMap(({ some }) => some));
  const rows = [...stays.flatMap(({ unit, some }) => unitRows(unit, some)), sumRow(words.total, total)];
  const isCountedOnce = stays.some(({ some }) => some.length > 1);
  const notes = [
    billedText(log, total),
    isCountedOnce ? words.countedOnce : '',
    stays.some(({ some }) => some.some(({ endsLater }) => endsLater)) ? words.endsLater : '',
  ].filter(Boolean);
  return tableOf(words.equipment, COLUMNS, rows, notes);
}

function unitRows(unit: Unit, stays: readonly Stay[]): PaperRow[] {
  const seen = unit.seen.at(-1);
  const about = seen
    ? dryingWords.lastSeen({ who: seen.who, when: momentText(seen) })
    : dryingWords.neverSeen;
  const rows = stays.map(({ placements, until, ...days }, at): PaperRow => {
    const said = placements
      .map((one) => kindText(unit, one))
      .slice(-1)
      .join('');
    const kind = at === stays.length - 1 ? `${said}\n${about}` : said;
    const placed = placements.map(placedText).join('\n');
    const removed = until === null ? words.running : momentText(until);
    return { row: 'cells', cells: [unit.name, kind, placed, removed, ...figures(days)] };
  });
  return stays.length > 1 ? [...rows, sumRow(words.unitTotal({ name: unit.name }), sumOfDays(stays))] : rows;
}

/** Returns the kind of the machine that stood there, even if another one has its label now. */
function kindText(unit: Unit, placement: Stay['placements'][number]): string {
  return unitKind({ fact: { ...unit.fact, kind: kindIn(unit, placement), count: placement.count } });
}

function placedText({ from, chamber, count }: Stay['placements'][number]): string {
  const when = momentText(from);
  if (chamber === null) return words.placedNowhere({ when });
  return count > 1 ? words.placedSeveral({ when, chamber, count }) : words.placedIn({ when, chamber });
}

function sumRow(name: string, days: EquipmentDays): PaperRow {
  return { row: 'cells', cells: ['', name, '', '', ...figures(days)] };
}

function figures({ calendarDays, periods }: EquipmentDays): [string, string] {
  return [String(calendarDays), String(periods)];
}
