import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/universal';
import { type FileLine, type FileSheet, isFilled } from '../../../domain/import/columns.ts';
import { columnName } from '../../../domain/xlsx.ts';

const PART = /\.(?:xml|rels)$/;
const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const NO_ADDRESS = /<(?:\w+:)?c(?![^>]*\sr=)[\s/>]/;
const CELL_OR_ROW = /<((?:\w+:)?(?:row|c))(?=[\s/>])([^>]*)>/g;
const ADDRESS = /\sr=["']([A-Z]*)(\d+)["']/;

/** Slow: call it in a worker. */
export async function readWorkbookSheets(bytes: Uint8Array): Promise<readonly FileSheet[]> {
  const sheets = await readSheets(stored(bytes), { parseNumber: plainNumber });
  return sheets
    .map(({ sheet, data }) => ({ name: sheet, lines: data.flatMap(lineOf) }))
    .filter(({ lines }) => lines.length > 0);
}

/**
 * Removes the compression. Otherwise the library would unpack parts over 512 KB in blob workers, which our content
 * security policy forbids, and would wait forever.
 */
function stored(bytes: Uint8Array): ArrayBuffer {
  const parts = unzipSync(bytes, { filter: ({ name }) => PART.test(name) });
  const named = Object.entries(parts).map(
    ([name, part]) => [name, SHEET.test(name) ? withAddresses(part) : part] as const,
  );
  return zipSync(Object.fromEntries(named), { level: 0 }).slice().buffer;
}

/** Adds missing cell addresses. A cell without one follows the previous cell (ECMA-376 18.3.1.4). */
function withAddresses(part: Uint8Array): Uint8Array {
  const xml = strFromU8(part);
  if (!NO_ADDRESS.test(xml)) return part;
  let row = 0;
  let column = 0;
  return strToU8(
    xml.replace(CELL_OR_ROW, (tag, name: string, attributes: string) => {
      const [, letters = '', number = ''] = ADDRESS.exec(attributes) ?? [];
      if (name.endsWith('row')) {
        row = number === '' ? row + 1 : Number(number);
        column = 0;
        return tag;
      }
      column = letters === '' ? column + 1 : columnNumber(letters);
      return number === '' ? `<${name} r="${columnName(column - 1)}${row}"${attributes}>` : tag;
    }),
  );
}

function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

function lineOf(values: readonly unknown[], at: number): FileLine[] {
  const cells = values.map(cellText);
  return cells.some(isFilled) ? [{ row: at + 1, cells }] : [];
}

/** Writes a date as 2026-11-28. The library reads dates as midnight UTC. */
function cellText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (!(value instanceof Date)) return typeof value === 'string' ? value : '';
  const [day = '', time = ''] = value.toISOString().split('T');
  return time.startsWith('00:00') ? day : `${day} ${time.slice(0, 5)}`;
}

/** Keeps all digits: Excel may store a phone number as 5.555550101E9. */
function plainNumber(text: string): string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text;
}
