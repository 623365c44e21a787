import {
  type FileLine,
  type FileSheet,
  fieldNamed,
  isEnough,
  isFilled,
  isKnownName,
  matchColumns,
} from './columns.ts';

export type LeftOutCause =
  | 'above'
  | 'header'
  | 'total'
  /** '30 records' */
  | 'count'
  /** 'End of report', or a legend: '* indicates inactive'. */
  | 'end'
  | 'timeStamp'
  | 'page';

export interface Body {
  readonly header: readonly string[];
  readonly rows: readonly FileLine[];
  readonly leftOut: readonly { readonly line: FileLine; readonly why: LeftOutCause }[];
  /** Rows of two lines each, with a line end in an unquoted cell. */
  readonly joined: readonly number[];
}

/** Lines to search for the header. */
const LOOKED_AT = 20;

const TOTAL = /^(?:grand |sub-?)?totals?(?: for .*)?\s*(?::\s*[\d.,$ ]*)?$/i;
const BEGINS_TOTAL = /^(?:grand |sub-?)?total/i;
/** 'Saturday| Nov 28| 2026| 1:03 AM' has four cells. */
const MOST_PARTS = 4;
/** QuickBooks adds up a customer's jobs: 'Total Doe, Jane'. */
const TOTAL_OF = /^total (?:for )?(.+)$/i;
const REPORT_END = /^\W*end of (?:report|list|file)\W*$|^\*+ *(?:indicates|denotes|means|inactive)\b/i;
const COUNT =
  /^(?:(?:count|records|rows|customers|number of \w+|total \w+)\s*[:=]\s*\d+|\d+ (?:records|rows|customers))$/i;
const AMOUNT = /^[-+$€£\s(]*[\d.,]*\)?%?$/;
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';
const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';
const YEAR = '(?:19|20)\\d{2}';
const DAY = `(?:${MONTH}[\\s.]+\\d{1,2}[\\s,]+${YEAR}|\\d{1,2}[\\s.]+${MONTH}[\\s.,]+${YEAR}|\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{2,4})`;
const TIME = '\\d{1,2}:\\d{2}.*';
/** Each has a whole date or a time. */
const STAMPS = [
  // 'Saturday, Nov 28, 2026 01:03 AM GMT-06:00', 'Cash Basis Saturday, …'
  new RegExp(
    `^(?:(?:cash|accrual) basis[\\s,]+)?(?:${WEEKDAY}[\\s,.]+${DAY}|${MONTH}\\s+\\d{1,2},\\s*${YEAR})(?:[\\s,T]+${TIME})?$`,
    'i',
  ),
  // 'Report generated on 11/28/2026', 'Exported by Ann at 1:03 PM'
  new RegExp(
    `^(?:(?:this )?report )?(?:was )?(?:generated|created|exported|printed|prepared)(?: on\\b| at\\b| by\\b|:| date\\b|\\s+\\d).*(?:\\b${DAY}|\\b${TIME})`,
    'i',
  ),
  new RegExp(`^(?:as of|(?:(?:report|export) )?(?:run )?(?:date|time)\\s*:).*(?:\\b${DAY}|\\b${TIME})`, 'i'),
];
/** '11/28/2026 1:03 PM', '2026-11-28T01:03:00Z' */
const LONE_STAMP = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[\s,T]+\d{1,2}:\d{2}.*)?$/i;
const PAGE = /^page \d+(?: of \d+)?$/i;

/** Returns null if none of the first lines names columns. */
export function findHeader(lines: readonly FileLine[]): number | null {
  const head = lines.slice(0, LOOKED_AT);
  const known = head.map(({ cells }) => (looksLikeRow(cells) ? 0 : cells.filter(isKnownName).length));
  const most = Math.max(0, ...known);
  if (most > 0) return known.indexOf(most);
  // If names are in another language, take the first full line without e-mail address and phone number.
  const widest = Math.max(0, ...head.map(filled));
  const at = head.findIndex((line) => filled(line) > widest / 2);
  const line = head[at];
  const hasRows = at < lines.length - 1;
  return line && hasRows && !looksLikeRow(line.cells) ? at : null;
}

/** Leaves out totals, dates, repeated headers and the like. */
export function bodyBelow(lines: readonly FileLine[], headerAt: number): Body {
  const header = (lines[headerAt]?.cells ?? []).map((cell) => cell.replace(/\s+/g, ' ').trim());
  const rows: FileLine[] = [];
  const leftOut: Body['leftOut'][number][] = lines
    .slice(0, headerAt)
    .map((line) => ({ line, why: 'above' as const }));
  const names = new Set<string>();
  const below = joinBroken(lines.slice(headerAt + 1), header);
  for (const line of below.lines) {
    const why = causeOf(line, header, names);
    if (why === null) rows.push(line);
    else leftOut.push({ line, why });
    if (why === null) names.add(firstOf(line.cells).toLowerCase());
  }
  return { header, rows, leftOut, joined: below.joined };
}

/**
 * Joins two lines of one customer that an unquoted line end divided. Both are too short, and the second has a phone
 * number or an e-mail address in columns for something else.
 */
function joinBroken(lines: readonly FileLine[], header: readonly string[]) {
  const whole: FileLine[] = [];
  const joined: number[] = [];
  for (const line of lines) {
    const before = whole.at(-1);
    if (before && isBroken(before.cells, line.cells, header)) {
      whole.splice(-1, 1, { row: before.row, cells: joinedCells(before.cells, line.cells) });
      joined.push(before.row);
    } else whole.push(line);
  }
  return { lines: whole, joined };
}

function isBroken(cells: readonly string[], next: readonly string[], header: readonly string[]): boolean {
  const most = header.length;
  if (cells.length >= most || next.length >= most || cells.length + next.length - 1 !== most) return false;
  const moved = next.filter((cell, at) => at > 0 && looksLikeRow([cell]));
  return (
    moved.length > 0 &&
    moved.every((cell) => {
      const at = next.indexOf(cell);
      return !isContact(header[at]) && isContact(header[at + cells.length - 1]);
    })
  );
}

function isContact(name = ''): boolean {
  const field = fieldNamed(name)?.field;
  return field === 'email' || field === 'phone';
}

function joinedCells(cells: readonly string[], [first = '', ...rest]: readonly string[]): readonly string[] {
  return [...cells.slice(0, -1), `${cells.at(-1) ?? ''}\n${first}`, ...rest];
}

/** A customer has an e-mail address or a phone number; a header has neither. */
export function looksLikeRow(cells: readonly string[]): boolean {
  return cells.some((cell) => /\S@\S+\.\S/.test(cell) || /^[\s+()./-]*(?:\d[\s+()./-]*){7,}$/.test(cell));
}

/** @param names lowercase first cells of the customers above */
function causeOf(
  { cells }: FileLine,
  header: readonly string[],
  names: ReadonlySet<string>,
): LeftOutCause | null {
  if (isSameHeader(cells, header)) return 'header';
  const first = firstOf(cells);
  // Nearly all lines are customers, and have more cells than a time stamp has.
  if (!BEGINS_TOTAL.test(first) && hasMoreFilled(cells, MOST_PARTS)) return null;
  const [, ...others] = cells.filter(isFilled).map((cell) => cell.trim());
  const [, summed = ''] = TOTAL_OF.exec(first) ?? [];
  const isTotal = TOTAL.test(first) || names.has(summed.toLowerCase());
  if (isTotal && others.every((cell) => AMOUNT.test(cell))) return 'total';
  if (others.length === 0) {
    if (COUNT.test(first)) return 'count';
    if (REPORT_END.test(first)) return 'end';
    if (PAGE.test(first)) return 'page';
  }
  return isStamp(cells, first, others) ? 'timeStamp' : null;
}

function firstOf(cells: readonly string[]): string {
  return cells.find(isFilled)?.trim() ?? '';
}

function hasMoreFilled(cells: readonly string[], most: number): boolean {
  let count = 0;
  for (const cell of cells) {
    if (isFilled(cell)) count += 1;
    if (count > most) return true;
  }
  return false;
}

/** If it was not quoted, a time stamp is split at its commas. */
function isStamp(cells: readonly string[], first: string, others: readonly string[]): boolean {
  if (others.length >= MOST_PARTS) return false;
  if (others.length === 0 && LONE_STAMP.test(first)) return true;
  const whole = [first, ...others].join(', ');
  return STAMPS.some((stamp) => stamp.test(whole)) && !looksLikeRow(cells);
}

function isSameHeader(cells: readonly string[], header: readonly string[]): boolean {
  return header.length > 1 && header.every((name, at) => isSame(cells[at] ?? '', name));
}

function isSame(cell: string, name: string): boolean {
  const text = cell.trim();
  return text.length === name.length && text.toLowerCase() === name.toLowerCase();
}

function filled({ cells }: FileLine): number {
  return cells.filter(isFilled).length;
}

const MOST_ROWS = 20_000;

/** The 20 extra lines leave room for the column names and titles. */
export function isTooLong({ lines }: FileSheet): boolean {
  return lines.length > MOST_ROWS + 20;
}

/** In lines. */
const ROWS_LOOKED_AT = 200;
/** A table of customers has at least this many customer fields; a summary has fewer. */
const SURE = 3;

/** Prefers the first of equal sheets. */
export function bestSheet(sheets: readonly FileSheet[]): number {
  const scores = sheets.map(({ lines }) => scoreOf(lines.slice(0, ROWS_LOOKED_AT)));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function scoreOf(lines: readonly FileLine[]): number {
  const headerAt = findHeader(lines);
  if (headerAt === null) return 0;
  const { header, rows } = bodyBelow(lines, headerAt);
  const match = matchColumns(header, rows);
  if (rows.length === 0 || !isEnough(match)) return 0;
  return Math.min(SURE, Object.values(match).filter((places) => places.length > 0).length);
}
