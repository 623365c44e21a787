/** A line of a file that is not blank. */
export interface FileLine {
  /** As a spreadsheet counts, from 1, blank lines included. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** A sheet of a workbook; a CSV file has one, without a name. */
export interface FileSheet {
  readonly name: string;
  readonly lines: readonly FileLine[];
}

export type FileMend =
  /** A quotation mark was read as text. */
  | 'quote'
  /** A quoted cell went over lines that are rows of their own. */
  | 'split'
  /** A line was quoted as a whole, and its cells were read again. */
  | 'reread'
  /** Two lines are one row: a line end stands in a cell that is not quoted. */
  | 'joined'
  /** A byte is no UTF-8 and was read as windows-1252. */
  | 'byte';

/** Something in a file that was mended while it was read, and the rows where. */
export interface FileNote {
  readonly about: FileMend;
  readonly rows: readonly number[];
}

/** Blanks and marks that can't be seen fill no cell: some files end with such a mark. */
const VISIBLE = /[^\s\p{C}]/u;

export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell !== '' && VISIBLE.test(cell);
}
