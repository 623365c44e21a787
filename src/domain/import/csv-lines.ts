import { type FileLine, type FileMend, isFilled, ONLY_ZIP } from './columns.ts';
import { looksLikeRow } from './header.ts';

export interface CsvText {
  /** Blank lines are left out. */
  readonly lines: readonly FileLine[];
  /** The offset of each line. */
  readonly starts: readonly number[];
  readonly mended: Readonly<Record<CsvMend, readonly number[]>>;
}

type CsvMend = Exclude<FileMend, 'joined' | 'byte'>;

/** `columns` is the usual number of cells in a line. */
interface Shape {
  readonly delimiter: string;
  readonly columns: number;
}

interface Cell {
  readonly value: string;
  /** The offset of the delimiter or line end. */
  readonly end: number;
  readonly mend?: CsvMend;
}

/** A cell that a quotation mark seems to open, by offsets. */
interface Quoted {
  /** Start of the cell. Between it and `open`, there are only spaces. */
  readonly at: number;
  readonly open: number;
  /** -1 if the mark is never closed. */
  readonly close: number;
  /** Number of cells before it in its line. */
  readonly before: number;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Size of the sample, in characters and in lines. */
const HEAD = 32 * 1024;
const LOOKED_AT = 50;
/** In characters. If a mark is closed only after more than this, it does not open a cell. */
const LONGEST_CELL = 100_000;
/** Records per step. */
const STEP = 50;
/** Excel's optional first line, which names the delimiter. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)(?:\r\n|\r|\n)/i;
const LINE_END = /\r\n|\r|\n/;

/**
 * Reads CSV even with broken quotation marks and mixed line ends. Only blank lines are left out. A closing
 * mark must end its cell. A quoted cell spans several lines only if these do not look like customers of their own.
 */
export function* readCsvText(text: string): Generator<void, CsvText> {
  const read = yield* readRecords(text);
  const isQuotedWhole = read.lines.every(({ cells }) => cells.length === 1 && !LINE_END.test(cells[0] ?? ''));
  if (!isQuotedWhole || !/^\uFEFF? *"/.test(text)) return read;
  const inner = yield* readRecords(read.lines.map(({ cells }) => cells[0]).join('\n'));
  const header = inner.lines[0]?.cells ?? [];
  if (header.length < 2 || isSentence(header) || inner.lines.some(({ cells }) => cells.length < 2))
    return read;
  const outer = (row: number): number => read.lines[row - 1]?.row ?? row;
  return {
    lines: inner.lines.map(({ row, cells }) => ({ row: outer(row), cells })),
    starts: inner.lines.map(({ row }) => read.starts[row - 1] ?? 0),
    mended: {
      quote: inner.mended.quote.map(outer),
      split: [],
      reread: inner.lines.map(({ row }) => outer(row)),
    },
  };
}

function* readRecords(text: string): Generator<void, CsvText> {
  const [said = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  const shape = shapeOf(text.slice(said.length, said.length + HEAD), separator);
  const lines: FileLine[] = [];
  const starts: number[] = [];
  const mended: Record<CsvMend, number[]> = { quote: [], split: [], reread: [] };
  let row = said === '' ? 0 : 1;
  for (let at = said.length, read = 1; at < text.length; read += 1) {
    const start = at;
    const cells: string[] = [];
    let mend: CsvMend | undefined;
    row += 1;
    for (let isLast = false; !isLast; ) {
      const cell = readCell(text, at, cells.length, shape);
      cells.push(cell.value);
      mend ??= cell.mend;
      isLast = text[cell.end] !== shape.delimiter;
      at = isLast ? afterLineEnd(text, cell.end) : cell.end + 1;
    }
    if (cells.some(isFilled)) {
      const again = cells.length === 1 ? dividedAgain(cells, shape) : cells;
      if (again !== cells) mend = 'reread';
      lines.push({ row, cells: again });
      starts.push(start);
      if (mend) mended[mend].push(row);
    }
    if (read % STEP === 0) yield;
  }
  return { lines, starts, mended };
}

/** Excel quotes a whole line that it read as one cell: "Ann Lee,312-555-0101,Chi". */
function dividedAgain(cells: readonly string[], shape: Shape): readonly string[] {
  const [text = ''] = cells;
  if (shape.columns < 2 || LINE_END.test(text)) return cells;
  const inner: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const { value, end } = readCell(text, at, inner.length, shape);
    inner.push(value);
    at = end + 1;
  }
  return inner.length === shape.columns && !isSentence(inner) ? inner : cells;
}

/** A sentence has a space after each comma. */
function isSentence([, ...behind]: readonly string[]): boolean {
  return behind.every((cell) => cell.startsWith(' '));
}

/** Prefers a delimiter that gives the same number of cells to all records or, because titles have fewer, to most lines. */
function shapeOf(head: string, said: string | undefined): Shape {
  const lines = head
    .split(LINE_END)
    .filter((line) => line.trim() !== '')
    .slice(0, LOOKED_AT);
  const shapes = (said === undefined ? DELIMITERS : [said]).map((delimiter) => {
    const columns = soundColumns(head, delimiter);
    return columns > 1
      ? { delimiter, columns, agreed: Number.POSITIVE_INFINITY }
      : usualColumns(lines, delimiter);
  });
  const first = { delimiter: said ?? ',', columns: 1, agreed: 0 };
  return shapes.reduce(
    (best, one) =>
      one.agreed > best.agreed || (one.agreed === best.agreed && one.columns > best.columns) ? one : best,
    first,
  );
}

function usualColumns(lines: readonly string[], delimiter: string): Shape & { readonly agreed: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const cells = countCells(line, 0, delimiter);
    // A line without quotation marks cannot be broken.
    counts.set(cells, (counts.get(cells) ?? 0) + (line.includes('"') ? 1 : 2));
  }
  const divided = [...counts].filter(([cells]) => cells > 1).sort(([one], [other]) => one - other);
  const [columns, agreed] = divided.reduce((most, one) => (one[1] >= most[1] ? one : most), [1, 0]);
  return { delimiter, columns, agreed };
}

/** Returns 0 if records differ or a quotation mark is out of place. */
function soundColumns(head: string, delimiter: string): number {
  let columns = 0;
  for (let at = 0, cells = 1; at < head.length; ) {
    const end = soundEnd(head, at, delimiter);
    // The sample may end within a record.
    if (end === head.length && head.length === HEAD) break;
    if (end < 0) return 0;
    const isLast = head[end] !== delimiter;
    if (isLast && (cells > 1 || end > at)) {
      if (columns > 0 && columns !== cells) return 0;
      columns = cells;
    }
    cells = isLast ? 1 : cells + 1;
    at = isLast ? afterLineEnd(head, end) : end + 1;
  }
  return columns;
}

/** Returns -1 if the quotation mark is out of place. */
function soundEnd(head: string, at: number, delimiter: string): number {
  const open = skipSpaces(head, at, delimiter);
  if (head[open] !== '"') return cellEnd(head, at, delimiter);
  const close = closingMark(head, open);
  if (close < 0) return head.length === HEAD ? HEAD : -1;
  const end = skipSpaces(head, close + 1, delimiter);
  return endsCell(head, end, delimiter) ? end : -1;
}

function readCell(text: string, at: number, before: number, shape: Shape): Cell {
  const open = skipSpaces(text, at, shape.delimiter);
  if (text[open] !== '"')
    return {
      value: text.slice(at, cellEnd(text, at, shape.delimiter)),
      end: cellEnd(text, at, shape.delimiter),
    };
  const close = closingMark(text, open);
  const end = close < 0 ? -1 : skipSpaces(text, close + 1, shape.delimiter);
  const isClosed = close >= 0 && endsCell(text, end, shape.delimiter);
  const quoted = { at, open, close, before };
  if (isClosed && !isOverLines(text, quoted, shape))
    return { value: text.slice(open + 1, close).replaceAll('""', '"'), end };
  return { ...brokenCell(text, quoted, shape), mend: isClosed ? 'split' : 'quote' };
}

/** Ends at the next delimiter, unless another end fits the columns. */
function brokenCell(text: string, { at, open, close, before }: Quoted, { delimiter, columns }: Shape): Cell {
  const lineEnd = lineEndFrom(text, at);
  const literal = cellEnd(text, at, delimiter);
  const ends = [literal];
  // "Smith, Bob "Bo"",: the first mark at the end of a cell closes it.
  const last = markAtEnd(text, open + 1, lineEnd, delimiter);
  if (last >= 0) ends.push(last + 1);
  // "Smith, Bob" Jr,: the cell continues after its closing mark.
  if (close >= 0 && close < lineEnd) ends.push(cellEnd(text, close + 1, delimiter));
  const fits = (end: number): boolean => before + 1 + cellsAfter(text, end, lineEnd, delimiter) === columns;
  const end = ends.find(fits) ?? literal;
  return { value: withoutOuterMarks(text.slice(at, end)), end };
}

/**
 * Returns true if an inch mark or a mark that was never closed only seems to open a cell: without it, the first line,
 * the last and most between them have all columns, and one looks like a customer.
 */
function isOverLines(text: string, { open, close, before }: Quoted, { delimiter, columns }: Shape): boolean {
  let end = lineEndFrom(text, open);
  if (end >= close || columns < 2) return false;
  if (before + countCells(text, open, delimiter, end, true) !== columns) return false;
  let [whole, others] = [0, 0];
  let hasRecord = false;
  let isWhole = false;
  while (end < close) {
    const start = afterLineEnd(text, end);
    end = lineEndFrom(text, start);
    isWhole = countCells(text, start, delimiter, end) === columns;
    if (isWhole) whole += 1;
    else others += 1;
    hasRecord ||= isWhole && looksLikeRecord(text.slice(start, end).split(delimiter));
  }
  return isWhole && hasRecord && whole >= others;
}

function looksLikeRecord(cells: readonly string[]): boolean {
  return !isSentence(cells) && (looksLikeRow(cells) || cells.some((cell) => ONLY_ZIP.test(cell.trim())));
}

function countCells(text: string, from: number, delimiter: string, to = text.length, isText = false): number {
  let cells = 1;
  let isStart = !isText;
  for (let at = from; at < to; at += 1) {
    if (isStart && text[at] === '"') {
      const close = closingMark(text, at, to);
      const end = close < 0 ? -1 : skipSpaces(text, close + 1, delimiter);
      if (close >= 0 && end <= to && (end === to || text[end] === delimiter)) at = end;
      if (at >= to) break;
    }
    isStart = text[at] === delimiter;
    if (isStart) cells += 1;
  }
  return cells;
}

function cellsAfter(text: string, end: number, lineEnd: number, delimiter: string): number {
  return end >= lineEnd ? 0 : countCells(text, end + 1, delimiter, lineEnd);
}

/** Returns -1 if the mark is never closed. */
function closingMark(text: string, open: number, to = Math.min(text.length, open + LONGEST_CELL)): number {
  for (let at = text.indexOf('"', open + 1); at >= 0 && at < to; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at;
  return -1;
}

/** Returns -1 if no mark before `to` ends a cell. */
function markAtEnd(text: string, from: number, to: number, delimiter: string): number {
  for (let at = text.indexOf('"', from); at >= 0 && at < to; at = text.indexOf('"', at + 1))
    if (endsCell(text, at + 1, delimiter)) return at;
  return -1;
}

/** Removes the outer marks of "Bob "The Man" Smith", whose inner ones are not doubled. */
function withoutOuterMarks(cell: string): string {
  const [, inner = ''] = /^ *"(.*)" *$/s.exec(cell) ?? [];
  const at = inner.indexOf('"');
  const isWhole = at === 0 || (at > 0 && inner[at - 1] === ' ');
  return isWhole && inner.split('"').length % 2 === 1 ? inner : cell;
}

function cellEnd(text: string, at: number, delimiter: string): number {
  let end = at;
  while (!endsCell(text, end, delimiter)) end += 1;
  return end;
}

function endsCell(text: string, at: number, delimiter: string): boolean {
  const here = text[at];
  return here === undefined || here === delimiter || here === '\n' || here === '\r';
}

function skipSpaces(text: string, at: number, delimiter: string): number {
  let place = at;
  while (text[place] === ' ' && delimiter !== ' ') place += 1;
  return place;
}

function lineEndFrom(text: string, at: number): number {
  let end = at;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

function afterLineEnd(text: string, at: number): number {
  return at + (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1);
}
