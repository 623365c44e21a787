import type { TextRun } from '../../domain/papers/line-breaking.ts';
import type { PaperTable } from '../../domain/papers/paper-content.ts';
import { AREA, LABEL, MARGIN, type Sheet, type Style, TEXT, WIDTH } from './pdf-sheet.ts';

const HEAD: Style = { size: 8.5, isBold: true, color: '#444444' };
const GROUP: Style = { ...TEXT, size: 9, isBold: true };
const CELL: Style = { ...TEXT, size: 9 };
/** Above and below the lines of a cell. */
const PADDING = 3;
const GAP = 8;

interface Column {
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

interface Row {
  readonly style: Style;
  /** The lines of each cell, by column. */
  readonly cells: readonly (readonly (readonly TextRun[])[])[];
  readonly columns: readonly Column[];
  readonly isGroup: boolean;
}

/**
 * Repeats the head on each page. Breaks a row only if it is longer than a page.
 * @param after height of what stays with the last row or note
 */
export function drawTable(sheet: Sheet, table: PaperTable, after = 0): void {
  const columns = columnsOf(table);
  const head = rowOf(sheet, { style: HEAD, columns, texts: table.columns.map((column) => column.head) });
  const rows = table.rows.map((row) =>
    row.row === 'group'
      ? rowOf(sheet, { style: GROUP, columns: [WHOLE], texts: [row.text], isGroup: true })
      : rowOf(sheet, { style: CELL, columns, texts: row.cells }),
  );
  const heights = rows.map((row) => heightOf(sheet, row));
  const belowRows = table.notes.length > 0 ? 0 : after;
  drawHeading(sheet, table.heading, [
    heightOf(sheet, head),
    ...heights.slice(0, 2),
    rows.length < 2 ? belowRows : 0,
  ]);
  drawHead(sheet, head);
  for (const [n, row] of rows.entries()) {
    const height = heights[n] ?? 0;
    const isLong = height > AREA.bottom - AREA.top - heightOf(sheet, head);
    // A group's name stays with its first row.
    const below = n === rows.length - 1 ? belowRows : 0;
    const needed = height + (row.isGroup ? (heights[n + 1] ?? 0) : below);
    if (!isLong && !sheet.fits(needed)) {
      sheet.nextPage();
      drawHead(sheet, head);
    }
    drawRow(sheet, row, head);
  }
  if (table.notes.length > 0) sheet.skip(4);
  for (const [n, note] of table.notes.entries()) {
    const isLast = n === table.notes.length - 1;
    sheet.paragraph(note, CELL, { left: MARGIN, width: WIDTH }, isLast ? after : 0);
  }
}

const WHOLE: Column = { left: MARGIN, width: WIDTH, align: 'left' };

/** @param next heights of what stays with the heading */
export function drawHeading(sheet: Sheet, heading: string, next: readonly number[]): void {
  sheet.skip(14);
  const lines = heading === '' ? [] : sheet.linesOf(heading, WIDTH, LABEL);
  const top = sheet.place(sheet.heightOf(lines.length, LABEL) + 2, ...next);
  sheet.drawLines(lines, { left: MARGIN, top, width: WIDTH }, LABEL);
}

function columnsOf({ columns }: PaperTable): Column[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  let left = MARGIN;
  return columns.map(({ width: share, align }, n) => {
    const width = (WIDTH * share) / all;
    const column = { left, width: n === columns.length - 1 ? width : width - GAP, align };
    left += width;
    return column;
  });
}

interface RowTexts extends Pick<Row, 'style' | 'columns'> {
  readonly texts: readonly string[];
  readonly isGroup?: boolean;
}

function rowOf(sheet: Sheet, { style, columns, texts, isGroup = false }: RowTexts): Row {
  const cells = columns.map(({ width }, n) => sheet.linesOf(texts[n] ?? '', width, style));
  return { style, columns, cells, isGroup };
}

function heightOf(sheet: Sheet, { cells, style }: Row): number {
  return sheet.heightOf(Math.max(1, ...cells.map((lines) => lines.length)), style) + 2 * PADDING;
}

function drawHead(sheet: Sheet, head: Row): void {
  const top = drawCells(sheet, head);
  sheet.rule(top + heightOf(sheet, head), '#000000', 0.75);
}

function drawRow(sheet: Sheet, row: Row, head: Row): void {
  let rest = row;
  for (
    let room = linesLeft(sheet, row.style);
    !sheet.fits(heightOf(sheet, rest));
    room = linesLeft(sheet, row.style)
  ) {
    if (room > 0) drawCells(sheet, { ...rest, cells: rest.cells.map((lines) => lines.slice(0, room)) });
    rest = { ...rest, cells: rest.cells.map((lines) => lines.slice(Math.max(0, room))) };
    sheet.nextPage();
    drawHead(sheet, head);
  }
  const top = drawCells(sheet, rest);
  sheet.rule(top + heightOf(sheet, rest));
}

function linesLeft(sheet: Sheet, style: Style): number {
  let count = 0;
  while (sheet.fits(sheet.heightOf(count + 1, style) + 2 * PADDING)) count += 1;
  return count;
}

/** Returns the top of the row. */
function drawCells(sheet: Sheet, row: Row): number {
  const { cells, columns, style } = row;
  const top = sheet.place(heightOf(sheet, row));
  for (const [n, { left, width, align }] of columns.entries()) {
    sheet.drawLines(cells[n] ?? [], { left, top: top + PADDING, width }, { ...style, align });
  }
  return top;
}
