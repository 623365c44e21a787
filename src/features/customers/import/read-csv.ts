import Papa, { type ParseError } from 'papaparse';
import { looksLikeRow } from '../../../domain/customer-columns.ts';
import { decodeText, kindOfBytes } from '../../../domain/decode-text.ts';
import { type Clock, delay } from '../../../domain/ports.ts';
import { drawBetweenFrames } from '../../../records/draw-between-frames.ts';
import { importWords } from '../../../words/import.ts';

/** A line of the file that is not blank, and which of its rows it is: a spreadsheet counts from 1. */
export interface CsvLine {
  readonly row: number;
  readonly cells: readonly string[];
}

/** What was read of a file. */
export interface CsvTable {
  readonly file: string;
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

/** The file cannot be imported; `message` says why in words for a person. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
}

const MOST_BYTES = 20 * 1024 * 1024;
const MOST_ROWS = 20_000;
/** Characters that are read in one step: a few milliseconds on a slow phone. */
const STEP = 32 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Excel writes and reads a first line that tells what stands between the cells. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Reads a CSV file in steps, so that the page lives meanwhile.
 * @throws CsvError
 */
export async function readCsv(file: File, clock: Clock): Promise<CsvTable> {
  const { name } = file;
  if (file.size > MOST_BYTES) throw new CsvError(importWords.tooLarge({ file: name }));
  const bytes = await bytesOf(file);
  const kind = kindOfBytes(bytes);
  if (kind === 'zip') throw new CsvError(importWords.excel({ file: name }));
  if (kind === 'binary') throw new CsvError(importWords.notCsv({ file: name }));
  const text = await drawBetweenFrames(decodeText(bytes), clock);
  if (text.trim() === '') throw new CsvError(importWords.empty({ file: name }));
  const [header, ...lines] = await readLines(name, text, clock);
  if (!header || looksLikeRow(header.cells)) throw new CsvError(importWords.noHeader({ file: name }));
  if (lines.length === 0) throw new CsvError(importWords.noRows({ file: name }));
  return { file: name, header: header.cells.map((cell) => cell.trim()), lines };
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new CsvError(importWords.unreadable({ file: file.name }), { cause });
  }
}

/** The lines that are not blank. */
function readLines(file: string, text: string, clock: Clock): Promise<CsvLine[]> {
  const [said, separator = ''] = SEPARATOR_LINE.exec(text) ?? [];
  const rest = text.slice(said?.length ?? 0);
  const lines: CsvLine[] = [];
  let row = said ? 1 : 0;
  return new Promise((resolve, reject) => {
    Papa.parse(rest, {
      delimiter: separator || delimiterIn(rest),
      chunkSize: STEP,
      chunk: ({ data, errors }, parser) => {
        for (const cells of data) {
          row += 1;
          if (cells.some((cell) => cell.trim() !== '')) lines.push({ row, cells });
        }
        const fault = faultIn({ file, errors, row, count: lines.length });
        if (fault) {
          reject(new CsvError(fault));
          parser.abort();
          return;
        }
        parser.pause();
        void delay(clock, 0).then(() => parser.resume());
      },
      complete: () => resolve(lines),
    });
  });
}

/** What stands between the names of the columns most often. papaparse guesses too, and wrongly where there are few rows. */
function delimiterIn(text: string): string {
  const [header = ''] = text
    .trimStart()
    .slice(0, STEP)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const counted = DELIMITERS.map((delimiter) => [header.split(delimiter).length, delimiter] as const);
  return counted.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

interface Read {
  readonly file: string;
  readonly errors: readonly ParseError[];
  /** The last row that was read. */
  readonly row: number;
  /** Lines that are not blank, the names of the columns included. */
  readonly count: number;
}

/** Why no more is read, in words; null where more is. A quotation mark that is not closed takes in all that follows. */
function faultIn({ file, errors, row, count }: Read): string | null {
  if (errors.some(({ code }) => code === 'MissingQuotes')) return importWords.unclosedQuote({ file, row });
  return count > MOST_ROWS + 1 ? importWords.tooManyRows({ file }) : null;
}
