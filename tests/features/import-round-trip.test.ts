import { expect, it, test } from 'vitest';
import { demoCustomers } from '../../server/seed/demo-customers.ts';
import { CSV_BOM, csvLine } from '../../src/domain/csv.ts';
import { type Customer, customerSpec } from '../../src/domain/customer.ts';
import { matchColumns } from '../../src/domain/import/columns.ts';
import { bodyBelow } from '../../src/domain/import/header.ts';
import { readRow } from '../../src/domain/import/rows.ts';
import { readFile } from '../../src/features/customers/import/read-file.ts';
import { type Choice, choiceLabels, fieldLabels } from '../../src/words/common.ts';
import { importClock } from '../support/import/read-fixture.ts';

/** Customers as an export writes them: a column for each field, choices in words. */
function exported(customers: readonly Customer[]): string {
  const word = (value: string): string => choiceLabels[value as Choice] ?? value;
  const lines = customers.map((customer) =>
    csvLine(
      customerSpec.fieldNames.map((field) =>
        field === 'customer_type' || field === 'status' ? word(customer[field]) : customer[field],
      ),
    ),
  );
  return [CSV_BOM, csvLine(customerSpec.fieldNames.map((field) => fieldLabels[field])), ...lines].join('');
}

async function imported(text: string) {
  const { sheets } = await readFile(new File([text], 'customers.csv'), importClock);
  const { header, rows } = bodyBelow(sheets[0]?.lines ?? [], 0);
  const match = matchColumns(header, rows);
  return rows.map(({ cells }) => readRow(cells, { header, match }));
}

// @spec D1.44
it('200 customers that were exported are the same when they are imported', async () => {
  const customers = demoCustomers().map(({ customer }) => customer);
  const reads = await imported(exported(customers));
  expect(customers).toHaveLength(200);
  expect(reads.flatMap(({ doubts }) => doubts)).toEqual([]);
  expect(reads.map(({ customer }) => customer)).toEqual(customers);
});

test.each<Partial<Customer>>([
  { first_name: '=1+1', last_name: '-Bob', company_name: '@home' },
  { first_name: "'=x", last_name: "'Round", company_name: "'+1" },
  { first_name: 'Null', last_name: 'NaN', company_name: 'Total' },
  { first_name: '👩🏽‍🔧 Ana', last_name: 'Peña y Ríos', city: 'Łódź' },
  { first_name: 'Bud "Al"', last_name: 'Ek, Jr.', address_line_1: '24" main, 3 Elm; rear' },
  { first_name: 'Ann  B.', last_name: '', phone: '+1 (555) 555-0101', postal_code: '02134' },
  { first_name: '', last_name: '', email: '', company_name: 'Doe, Jane & Co', state: 'MA' },
])('and so is %j', async (given) => {
  const customer = { ...demoCustomers()[0]?.customer, ...given } as Customer;
  expect(await imported(exported([customer]))).toEqual([{ customer, doubts: [], unread: [] }]);
});
