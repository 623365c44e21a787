import { once } from '../words/formats.ts';

/** Null is an empty cell. */
export type CsvCell = string | number | null;

/** Excel reads a file without it in the machine's old code page. */
export const CSV_BOM = '\uFEFF';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Spreadsheets run what begins so as a formula (OWASP, 'CSV Injection'); some skip leading tabs and line breaks. Text that has
 * the guard ' of its own gets another one, so that it comes back as it was.
 */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

/** Writes two decimals, or more if the number has more. */
const decimals = once(
  () =>
    new Intl.NumberFormat('en-US', {
      useGrouping: false,
      minimumFractionDigits: 2,
      maximumFractionDigits: 20,
    }),
);

/** Writes a CSV line (RFC 4180) with its end. Puts a ' before text that a spreadsheet would run. */
export function csvLine(cells: readonly CsvCell[]): string {
  return cells.map(csvField).join(',') + LINE_END;
}

/** Removes the ' that `csvLine` put before a cell. */
export function fromCsvCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return decimals().format(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
