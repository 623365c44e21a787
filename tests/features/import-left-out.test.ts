import { expect, it } from 'vitest';
import type { Customer } from '../../src/domain/customer.ts';
import { matchColumns } from '../../src/domain/import/columns.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { type CheckedRow, divideRows } from '../../src/features/customers/import/check-rows.ts';
import { aCustomer } from '../support/records/mutations.ts';

const HEADER = ['Full Name', 'Email', 'Phone'];
const customer = aCustomer({}) as unknown as Customer;

function row(cells: readonly string[], given: Partial<CheckedRow> = {}): CheckedRow {
  const left = { isIn: false, isOpen: true, isBlocked: false, reason: 'Why.', findings: [], editable: [] };
  return { row: 2, cells, customer, corrections: {}, ...left, ...given };
}

function divide(...rows: readonly CheckedRow[]) {
  return drawAll(divideRows(rows, HEADER, matchColumns(HEADER, [])));
}

it('keeps the cells that stand in no column, with the reason behind the widest row', () => {
  const { header, leftOut } = divide(row(['Acme', ' Inc.', 'c@x.com', 'Chi']), row(['Bo Ek']));
  expect(header).toEqual([...HEADER, '']);
  expect(leftOut).toEqual([
    ['Acme', ' Inc.', 'c@x.com', 'Chi', 'Why.'],
    ['Bo Ek', '', '', '', 'Why.'],
  ]);
});

it('keeps what was typed in the place of the cell, or in a column of its own', () => {
  const corrections = { phone: '312-555-0101', city: 'Gary' };
  const { header, leftOut } = divide(row(['Bo Ek', '', 'x'], { corrections }), row(['Cy Orr', '', '1']));
  expect(header).toEqual([...HEADER, 'City']);
  expect(leftOut).toEqual([
    ['Bo Ek', '', '312-555-0101', 'Gary', 'Why.'],
    ['Cy Orr', '', '1', '', 'Why.'],
  ]);
});

it('has the rows that are imported as customers', () => {
  const { header, customers, leftOut } = divide(row(['Ann', '', '', 'more'], { isIn: true }));
  expect([header, customers, leftOut]).toEqual([HEADER, [customer], []]);
});
