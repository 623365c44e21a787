import type { Customer } from '../../../domain/customer.ts';
import { fieldLabel } from '../../../domain/field-labels.ts';
import type { ColumnMatch } from '../../../domain/import/columns.ts';
import type { CheckedRow } from './check-rows.ts';

/** Rows that are divided in one step. */
const STEP = 200;

/** The rows to be stored. */
export interface RowsToImport {
  readonly header: readonly string[];
  readonly customers: readonly Customer[];
  /** Cells as in the file, with what was corrected, and the reason as the last. */
  readonly leftOut: readonly (readonly string[])[];
}

/** Divides the rows into customers and those left out. A row left out keeps all its cells, also those in no column. */
export function* divideRows(
  rows: readonly CheckedRow[],
  header: readonly string[],
  match: ColumnMatch,
): Generator<void, RowsToImport> {
  const customers: Customer[] = [];
  const out: CheckedRow[] = [];
  const added = new Set<keyof Customer>();
  let width = header.length;
  for (const [n, row] of rows.entries()) {
    if (row.isIn) customers.push(row.customer);
    else {
      out.push(row);
      width = Math.max(width, row.cells.length);
      for (const field of fieldsOf(row)) if (match[field].length === 0) added.add(field);
    }
    if (n % STEP === STEP - 1) yield;
  }
  const leftOut: (readonly string[])[] = [];
  for (const row of out) {
    const cells = correctedCells(row, match, width);
    leftOut.push([...cells, ...[...added].map((field) => row.corrections[field] ?? ''), row.reason]);
    if (leftOut.length % STEP === 0) yield;
  }
  const unnamed = Array<string>(width - header.length).fill('');
  return { header: [...header, ...unnamed, ...[...added].map(fieldLabel)], customers, leftOut };
}

function fieldsOf({ corrections }: CheckedRow): (keyof Customer)[] {
  return Object.keys(corrections) as (keyof Customer)[];
}

/** A correction takes the place of the cell that was read. A field without a column gets one at the end. */
function correctedCells(row: CheckedRow, match: ColumnMatch, width: number): readonly string[] {
  const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '');
  for (const field of fieldsOf(row)) {
    const places = match[field];
    const place = places.find((at) => (cells[at] ?? '').trim() !== '') ?? places[0];
    if (place !== undefined) cells[place] = row.corrections[field] ?? '';
  }
  return cells;
}
