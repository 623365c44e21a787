import { fromCsvCell } from '../../../domain/csv.ts';
import type { FileLine, FileNote, FileSheet } from '../../../domain/import/columns.ts';
import { readCsvText } from '../../../domain/import/csv-lines.ts';
import {
  decodeText,
  type Encoding,
  encodingSamples,
  findEncoding,
  kindOfBytes,
} from '../../../domain/import/encodings.ts';
import { bestSheet, isTooLong } from '../../../domain/import/header.ts';
import type { Clock } from '../../../domain/ports.ts';
import { drawBetweenFrames } from '../../../records/use-in-steps.ts';
import { importFileWords } from '../../../words/import.ts';

export interface ReadFile {
  readonly file: string;
  /** Without empty sheets. A CSV file has one sheet, with a blank name. */
  readonly sheets: readonly FileSheet[];
  /** Null for a workbook. */
  readonly encoding: Encoding | null;
  /** False if the encoding was guessed from the letters. */
  readonly isSure: boolean;
  /** Fewer than two if the choice would make no difference. */
  readonly encodings: readonly { readonly encoding: Encoding; readonly sample: string }[];
  readonly told: readonly FileNote[];
}

export class FileError extends Error {
  override readonly name = 'FileError';
}

/** Also in `importFileWords`, as is the limit of `isTooLong`. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Some programs save a table as a web page and call it .xls. */
const PAGE = /^\s*<(?:!doctype|html|head|body|table|meta|style|\?xml)\b/i;
/** Start of an RTF, PDF, vCard or JSON file. */
const NO_TABLE = /^\s*(?:\{\\rtf|%PDF-|BEGIN:VCARD|\[?\{\s*")/;

/**
 * Reads in steps, so that the page stays responsive.
 * @param encoding is detected from the bytes if absent
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
  const best = read.sheets[bestSheet(read.sheets)];
  if (!best) throw new FileError(importFileWords.empty({ file: name }));
  if (isTooLong(best)) throw new FileError(importFileWords.tooManyRows({ file: name }));
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

/** Removes the ' that CSV exports put before text that a spreadsheet would run as a formula. */
function withoutGuards(line: FileLine): FileLine {
  const isGuarded = line.cells.some((cell) => cell.trimStart().startsWith("'"));
  return isGuarded ? { ...line, cells: line.cells.map((cell) => fromCsvCell(cell.trimStart())) } : line;
}

/** Returns the index of the last line that begins at or before `at`. */
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

type WorkbookAnswer = { readonly sheets: readonly FileSheet[] } | { readonly problem: string };

/** @throws if the worker cannot be loaded. A problem with the workbook is returned instead. */
async function workbookSheets(bytes: Uint8Array): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<WorkbookAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(bytes);
    });
  } finally {
    worker.terminate();
  }
}
