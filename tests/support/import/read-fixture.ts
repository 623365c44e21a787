import { readFileSync } from 'node:fs';
import type { Customer } from '../../../src/domain/customer.ts';
import { matchColumns } from '../../../src/domain/import/columns.ts';
import type { CellDoubt } from '../../../src/domain/import/doubts.ts';
import { bodyBelow, findHeader } from '../../../src/domain/import/header.ts';
import { readRow } from '../../../src/domain/import/rows.ts';
import { type ReadFile, readFile } from '../../../src/features/customers/import/read-file.ts';

export const importClock = {
  now: () => 0,
  setTimer: (run: () => void) => {
    setImmediate(run);
    return () => {};
  },
};

export const noWords = { customer_type: {}, status: {} };

/** A customer with what its row gives it; the defaults of a new one are left out. */
type Given = Partial<Customer>;

export interface ReadFixture {
  readonly read: ReadFile;
  readonly customers: readonly Given[];
  /** 'row field: cause → fix (lost)' */
  readonly doubts: readonly string[];
  /** 'row why' */
  readonly leftOut: readonly string[];
}

export function fixtureFile(name: string): File {
  return new File([readFileSync(new URL(`../../fixtures/import/${name}`, import.meta.url))], name);
}

/** Reads a file of tests/fixtures/import as the dialog does, from its first sheet that has a header. */
export async function readFixture(name: string): Promise<ReadFixture> {
  const read = await readFile(fixtureFile(name), importClock);
  const lines = read.sheets.map((sheet) => sheet.lines).find((some) => findHeader(some) !== null) ?? [];
  const body = bodyBelow(lines, findHeader(lines) ?? 0);
  const match = matchColumns(body.header, body.rows);
  const rows = body.rows.map(({ row, cells }) => ({
    row,
    ...readRow(cells, { header: body.header, match }, noWords),
  }));
  return {
    read,
    customers: rows.map(({ customer }) => given(customer)),
    doubts: rows.flatMap(({ row, doubts }) => doubts.map((doubt) => `${row} ${doubtText(doubt)}`)),
    leftOut: body.leftOut.map(({ line, why }) => `${line.row} ${why}`),
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
