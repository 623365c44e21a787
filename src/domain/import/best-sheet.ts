import { isEnough, matchColumns } from './columns.ts';
import type { FileLine, FileSheet } from './file-lines.ts';
import { bodyBelow, findHeader } from './header.ts';

/** Lines of a sheet that are looked at. */
const LOOKED_AT = 200;
/** A table of customers has this many of their fields; a sum by customers has fewer. */
const SURE = 3;

/** Finds the sheet that is likeliest a table of customers; the first one where they are equally likely. */
export function bestSheet(sheets: readonly FileSheet[]): number {
  const scores = sheets.map(({ lines }) => scoreOf(lines.slice(0, LOOKED_AT)));
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Counts the fields of a customer that a sheet has columns for. */
function scoreOf(lines: readonly FileLine[]): number {
  const headerAt = findHeader(lines);
  if (headerAt === null) return 0;
  const { header, rows } = bodyBelow(lines, headerAt);
  const match = matchColumns(header, rows);
  if (rows.length === 0 || !isEnough(match)) return 0;
  return Math.min(SURE, Object.values(match).filter((places) => places.length > 0).length);
}
