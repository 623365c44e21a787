import { fromCsvCell } from '../../../domain/csv.ts';
import { readCsvText } from '../../../domain/import/csv-lines.ts';
import {
  decodeText,
  type Encoding,
  encodingSamples,
  findEncoding,
  kindOfBytes,
} from '../../../domain/import/encodings.ts';
import type { FileLine, FileNote, FileSheet } from '../../../domain/import/file-lines.ts';
import type { Clock } from '../../../domain/ports.ts';
import { drawBetweenFrames } from '../../../records/use-in-steps.ts';
import { importFileWords } from '../../../words/import.ts';
import { workbookSheets } from './workbook-sheets.ts';

/** A file of customers as it was read. */
export interface ReadFile {
  readonly file: string;
  /** A CSV file has one, without a name. Sheets without a line are left out. */
  readonly sheets: readonly FileSheet[];
  /** Null for a workbook, which needs none. */
  readonly encoding: Encoding | null;
  /** False where the encoding was guessed from the letters. */
  readonly isSure: boolean;
  /** The encodings that a person may choose from, each with a line that it changes; one or none where nothing is in doubt. */
  readonly encodings: readonly { readonly encoding: Encoding; readonly sample: string }[];
  /** Rows that were mended while the file was read. */
  readonly told: readonly FileNote[];
}

/** The file cannot be imported; `message` says why in words for a person. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_ROWS = 20_000;
/** Some programs write a table as a web page and call it .xls. */
const PAGE = /^\s*<(?:!doctype|html|head|body|table|meta|style|\?xml)\b/i;
/** A letter, a PDF, address cards, JSON. */
const NO_TABLE = /^\s*(?:\{\\rtf|%PDF-|BEGIN:VCARD|\[?\{\s*")/;

/**
 * Reads a CSV file or an .xlsx workbook in steps, so that the page lives meanwhile.
 * @param encoding chosen by a person; found by the bytes where none is given
 * @throws FileError
 */
export async function readFile(file: File, clock: Clock, encoding?: Encoding): Promise<ReadFile> {
  const { name } = file;
  if (file.size > MOST_BYTES) throw new FileError(importFileWords.tooLarge({ file: name }));
  const bytes = await bytesOf(file);
  const kind = kindOfBytes(bytes);
  if (kind === 'ole') throw new FileError(importFileWords.oldExcel({ file: name }));
  if (kind === 'binary') throw new FileError(importFileWords.notCsv({ file: name }));
  const read =
    kind === 'zip' ? await readWorkbook(name, bytes) : await readText(name, bytes, clock, encoding);
  if (read.sheets.length === 0) throw new FileError(importFileWords.empty({ file: name }));
  // The names of the columns, and titles above them, are no customers.
  if (read.sheets.every(({ lines }) => lines.length > MOST_ROWS + 20))
    throw new FileError(importFileWords.tooManyRows({ file: name }));
  return read;
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new FileError(importFileWords.unreadable({ file: file.name }), { cause });
  }
}

async function readText(file: string, bytes: Uint8Array, clock: Clock, chosen?: Encoding): Promise<ReadFile> {
  const found = await drawBetweenFrames(findEncoding(bytes), clock);
  const encoding = chosen ?? found.encoding;
  const { text, mended } = await drawBetweenFrames(decodeText(bytes, encoding), clock);
  if (PAGE.test(text)) throw new FileError(importFileWords.webPage({ file }));
  if (NO_TABLE.test(text)) throw new FileError(importFileWords.notCsv({ file }));
  const { lines, starts, mended: repairs } = await drawBetweenFrames(readCsvText(text), clock);
  const byteRows = new Set<number>();
  for (const at of mended) byteRows.add(lines[lineAt(starts, at)]?.row ?? 1);
  const told: FileNote[] = [
    ...(['quote', 'split', 'reread'] as const).map((about) => ({ about, rows: repairs[about] })),
    { about: 'byte' as const, rows: [...byteRows] },
  ].filter(({ rows }) => rows.length > 0);
  return {
    file,
    sheets: lines.length === 0 ? [] : [{ name: '', lines: lines.map(withoutGuards) }],
    encoding,
    isSure: chosen !== undefined || found.isSure,
    encodings: encodingSamples(bytes, found.encoding),
    told,
  };
}

/** An export to CSV writes a ' before what a spreadsheet would run. A workbook needs none. */
function withoutGuards(line: FileLine): FileLine {
  const isGuarded = line.cells.some((cell) => cell.trimStart().startsWith("'"));
  return isGuarded ? { ...line, cells: line.cells.map((cell) => fromCsvCell(cell.trimStart())) } : line;
}

/** Returns the last line that begins at a place of the text or before it. */
function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

async function readWorkbook(file: string, bytes: Uint8Array): Promise<ReadFile> {
  const answer = await workbookSheets(bytes).catch((cause: unknown) => {
    throw new FileError(importFileWords.notLoaded, { cause });
  });
  if ('problem' in answer)
    throw new FileError(importFileWords.notWorkbook({ file }), { cause: answer.problem });
  return { file, sheets: answer.sheets, encoding: null, isSure: true, encodings: [], told: [] };
}
