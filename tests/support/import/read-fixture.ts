import { readFileSync } from 'node:fs';
import type { Customer } from '../../../src/domain/customer.ts';
import { matchColumns } from '../../../src/domain/import/columns.ts';
import { bestSheet, bodyBelow, findHeader } from '../../../src/domain/import/header.ts';
import type { CellDoubt } from '../../../src/domain/import/read-cell.ts';
import { readRow } from '../../../src/domain/import/rows.ts';
import { readFile } from '../../../src/features/customers/import/read-file.ts';

export const importClock = {
  now: () => 0,
  setTimer: (run: () => void) => {
    setImmediate(run);
    return () => {};
  },
};

/** The values that a row gives its customer, without the defaults of a new customer. */
type Given = Partial<Customer>;

export interface ReadFixture {
  readonly customers: readonly Given[];
  /** 'row field: cause → fix (lost)' */
  readonly doubts: readonly string[];
  /** 'row field: text' for cells that fit no field. */
  readonly unread: readonly string[];
  /** 'row why' */
  readonly leftOut: readonly string[];
  /** 'why rows' of repairs. */
  readonly told: readonly string[];
}

export function fixtureFile(name: string): File {
  return new File([readFileSync(new URL(`../../fixtures/import/${name}`, import.meta.url))], name);
}

/** Reads a file of tests/fixtures/import as the dialog does, from its best sheet. */
export async function readFixture(name: string): Promise<ReadFixture> {
  const read = await readFile(fixtureFile(name), importClock);
  const lines = read.sheets[bestSheet(read.sheets)]?.lines ?? [];
  const body = bodyBelow(lines, findHeader(lines) ?? 0);
  const match = matchColumns(body.header, body.rows);
  const rows = body.rows.map(({ row, cells }) => ({
    row,
    ...readRow(cells, { header: body.header, match }),
  }));
  return {
    customers: rows.map(({ customer }) => given(customer)),
    doubts: rows.flatMap(({ row, doubts }) => doubts.map((doubt) => `${row} ${doubtText(doubt)}`)),
    unread: rows.flatMap(({ row, unread }) => unread.map(({ field, text }) => `${row} ${field}: ${text}`)),
    leftOut: body.leftOut.map(({ line, why }) => `${line.row} ${why}`),
    told: [...read.told, { about: 'joined', rows: body.joined }]
      .filter(({ rows: mended }) => mended.length > 0)
      .map(({ about, rows: mended }) => `${about} ${mended.join(', ')}`),
  };
}

function given({ customer_type, status, ...texts }: Customer): Given {
  const filled = Object.entries(texts).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(filled),
    ...(customer_type === 'residential' ? {} : { customer_type }),
    ...(status === 'active' ? {} : { status }),
  };
}

export function doubtText({ field, cause, fix, lost }: Omit<CellDoubt, 'value'>): string {
  return `${field}: ${cause} → ${fix ?? 'nothing'}${lost === '' ? '' : ` (${lost})`}`;
}
