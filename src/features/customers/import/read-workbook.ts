import { unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { type FileLine, type FileSheet, isFilled } from '../../../domain/import/file-lines.ts';

/** Parts of a workbook that hold cells. Pictures and macros do not. */
const PART = /\.(?:xml|rels)$/;

/** Reads all sheets of an .xlsx workbook that have a filled cell. For a worker: it takes long. */
export async function readWorkbookSheets(bytes: Uint8Array): Promise<readonly FileSheet[]> {
  const sheets = await readSheets(stored(bytes), { parseNumber: plainNumber });
  return sheets
    .map(({ sheet, data }) => ({ name: sheet, lines: data.flatMap(lineOf) }))
    .filter(({ lines }) => lines.length > 0);
}

/**
 * The same archive without compression. The library unpacks parts over 512 KB in workers made of blobs, which our
 * content security policy forbids, and would wait for them forever. It copies stored parts itself.
 */
function stored(bytes: Uint8Array): ArrayBuffer {
  const parts = unzipSync(bytes, { filter: ({ name }) => PART.test(name) });
  return zipSync(parts, { level: 0 }).slice().buffer;
}

function lineOf(values: readonly unknown[], at: number): FileLine[] {
  const cells = values.map(cellText);
  return cells.some(isFilled) ? [{ row: at + 1, cells }] : [];
}

/** A date as 2026-11-28: the library reads dates as midnights in UTC, and `plainNumber` makes texts of numbers. */
function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (!(value instanceof Date)) return typeof value === 'string' ? value : '';
  const [day = '', time = ''] = value.toISOString().split('T');
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** All digits of a number: a phone number is one in many sheets, and Excel may store it as 5.555550101E9. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text;
}
