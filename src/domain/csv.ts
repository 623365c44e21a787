import { once } from '../words/formats.ts';

export type CsvCell = string | number | null;

/** Without this mark, Excel reads the file in the computer's old code page. */
export const CSV_BOM = '\uFEFF';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets run such text as a formula (OWASP, 'CSV Injection'); some skip leading tabs and line breaks.
 * If the text already begins with a guard ', a second one is added, so that reading removes only ours.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

const decimals = once(
  () =>
    new Intl.NumberFormat('en-US', {
      useGrouping: false,
      minimumFractionDigits: 2,
      maximumFractionDigits: 20,
    }),
);

/** Writes a CSV line (RFC 4180) with its line end. Puts a ' before text that a spreadsheet would run. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(csvField).join(',') + LINE_END;
}

export function fromCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return decimals().format(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
