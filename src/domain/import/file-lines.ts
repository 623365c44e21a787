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

/** Something in a file that was mended while it was read, and the rows where. */
export interface FileNote {
  /** 'quote': a quotation mark was read as text. 'byte': a byte is no UTF-8 and was read as windows-1252. */
  readonly about: 'quote' | 'byte';
  readonly rows: readonly number[];
}

/** Blanks and marks that can't be seen fill no cell: some files end with such a mark. */
const VISIBLE = /[^\s\p{C}]/u;

export function isFilled(cell: string | undefined): boolean {
  return cell !== undefined && cell !== '' && VISIBLE.test(cell);
}
