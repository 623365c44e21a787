import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { xlsxOf } from '../../src/crud/list/export-xlsx.ts';
import { csvOf } from '../../src/crud/list/exported-rows.ts';
import { fromCsvCell } from '../../src/domain/csv.ts';
import { type Customer, customerSpec } from '../../src/domain/customer.ts';
import { matchColumns } from '../../src/domain/import/columns.ts';
import { readRow } from '../../src/domain/import/rows.ts';
import { exportOf, REPORTS } from '../../src/domain/reports.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { ManualClock } from '../support/browser/manual-clock.ts';
import { allCollections, aRecord } from '../support/browser/test-database.ts';

const NASTY: Fields = {
  first_name: 'Zoë "Zo"',
  last_name: 'Ångström, jr.',
  email: 'zoe@example.com',
  phone: '+1-555-123-4567',
  address_line_1: '1 Main St\nRear entrance',
  city: '=HYPERLINK("http://evil.example","Boise")',
  state: 'ID',
  postal_code: '01234',
  company_name: '👩🏽‍🔧 Söhne',
  customer_type: 'property_management',
  status: 'a_new_one',
};

function reportOf(id: string) {
  const found = REPORTS.find((report) => report.id === id);
  if (!found) throw new Error(`There is no report ${id}`);
  return found;
}

/** A clock that lets `delay` go on at once, and counts how often somebody waited. */
function eagerClock() {
  const clock = new ManualClock();
  const breaks: number[] = [];
  return {
    breaks,
    now: () => clock.now(),
    setTimer: (run: () => void, ms: number) => {
      breaks.push(ms);
      queueMicrotask(run);
      return () => {};
    },
  };
}

/** Customers of whom each has something that a file may lose. */
function customers(count: number): Customer[] {
  const odd = [
    ['first_name', 'Mary  Ann'],
    ['last_name', 'de la Cruz'],
    ['first_name', ''],
    ['last_name', "'t Hooft"],
    ['last_name', 'Lee, Jr.'],
    ['phone', '+1-555-123-4567'],
    ['company_name', '=1+1 "Ltd"'],
    ['postal_code', '02134'],
    ['customer_type', 'property_management'],
    ['status', 'lead'],
    ['status', 'a_new_one'],
    ['city', 'Łódź 👩🏽‍🔧'],
    ['address_line_1', '1 Main St; Unit 2'],
    ['address_line_1', '-2 Below St'],
    ['company_name', "'=x"],
  ] as const;
  return Array.from({ length: count }, (_, n) => {
    const [field, value] = odd[n % odd.length] ?? ['city', 'Boise'];
    return {
      ...customerSpec.blank({ now: 0, random: 0 }),
      first_name: 'Ann',
      last_name: `Lee ${n}`,
      email: `ann${n}@example.com`,
      state: 'ID',
      [field]: value,
    };
  });
}

/** The cells of a CSV file by RFC 4180. */
function linesOf(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') lines.push([]);
  }
  return lines.slice(0, -1);
}

/** The cells of a workbook's first sheet, as a spreadsheet has them. */
async function cellsOf(workbook: Blob): Promise<string[][]> {
  const files = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
  const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  const plain = (text: string): string =>
    text.replace(/&(lt|gt|amp);/g, (_, name) => ({ lt: '<', gt: '>', amp: '&' })[name as 'lt'] ?? '');
  return [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, column = '', text, number] of row.matchAll(
      /<c r="([A-Z])\d+"[^>]*>(?:<is><t [^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
    ))
      cells[column.charCodeAt(0) - 65] = plain(text ?? number ?? '');
    return Array.from(cells, (cell) => cell ?? '');
  });
}

function comeBack([header = [], ...rows]: readonly (readonly string[])[]): Customer[] {
  const lines = rows.map((cells, index) => ({ row: index + 2, cells }));
  const match = matchColumns(header, lines);
  expect(match.full_name).toEqual([]);
  return rows.map((cells) => readRow(cells, { header: [...header], match }).customer);
}

// @spec D1.44
test('200 customers come back from a CSV file as they were', async () => {
  const written = customers(200);
  const csv = await csvOf(exportOf(reportOf('customer-summary')), written, {
    clock: eagerClock(),
    collections: allCollections(),
  });
  expect(comeBack(linesOf(await csv.text()).map((cells) => cells.map(fromCsvCell)))).toEqual(written);
});

test('200 customers come back from an Excel file, and no cell of theirs is anything but text', async () => {
  const written = customers(200);
  const workbook = await xlsxOf(exportOf(reportOf('customer-summary')), written, {
    clock: eagerClock(),
    collections: allCollections(),
  });
  expect(workbook.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const cells = await cellsOf(workbook);
  expect(cells.flat()).toEqual(expect.arrayContaining(['02134', '+1-555-123-4567', '=1+1 "Ltd"']));
  expect(comeBack(cells)).toEqual(written);
});

test('an Excel file has amounts as numbers, and is written with a break at least every 250 records', async () => {
  const clock = eagerClock();
  const records = Array.from({ length: 2000 }, (_, n) => ({ title: `E ${n}`, total_amount: n + 0.5 }));
  const workbook = await xlsxOf(exportOf(reportOf('financial-analysis')), records, {
    clock,
    collections: allCollections(),
  });
  expect(clock.breaks.length).toBeGreaterThanOrEqual(2000 / 250 - 1);
  const [header = [], first = [], ...rest] = await cellsOf(workbook);
  expect(first[header.indexOf('Amount')]).toBe('0.5');
  expect(rest.at(-1)?.[header.indexOf('Title')]).toBe('E 1999');
});

describe('the file of an export', () => {
  // @spec 2.65 D1.4 D1.44
  test('has these bytes', async () => {
    const collections = allCollections();
    const blob = await csvOf(exportOf(reportOf('customer-summary')), [NASTY], {
      clock: eagerClock(),
      collections,
    });
    expect(blob.type).toBe('text/csv;charset=utf-8');
    const bytes = Buffer.from(await blob.arrayBuffer());
    const text =
      '\uFEFFFirst Name,Last Name,Type,Status,City,Email,Phone,Company,Address Line 1,State,ZIP Code\r\n' +
      '"Zoë ""Zo""","Ångström, jr.",Property Management,a_new_one,' +
      '"\'=HYPERLINK(""http://evil.example"",""Boise"")",zoe@example.com,\'+1-555-123-4567,👩🏽‍🔧 Söhne,' +
      '"1 Main St\nRear entrance",ID,01234\r\n';
    expect(bytes).toEqual(Buffer.from(text, 'utf8'));
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  test('names the customer of a record, and writes amounts as numbers', async () => {
    const collections = allCollections();
    collections.customers.apply([
      ['7', aRecord({ localId: '7', server: { first_name: 'Ann', last_name: 'Lee' } })],
    ]);
    const common = { description: '', terms_and_conditions: '', notes: '' };
    const known = { ...common, customer: '7', total_amount: 1299, subtotal: 1200, tax_rate: 8.25 };
    const records = [
      { ...known, estimate_number: 'EST-1', title: 'Roof', status: 'sent', valid_until: '2026-03-05' },
      { ...common, customer: '8', estimate_number: '', title: '', status: 'draft', valid_until: null },
      { ...common, customer: null, estimate_number: '', title: 'No one’s', status: 'draft' },
    ];
    const blob = await csvOf(exportOf(reportOf('financial-analysis')), records, {
      clock: eagerClock(),
      collections,
    });
    expect((await blob.text()).split('\r\n')).toEqual([
      'Estimate #,Title,Status,Amount,Customer,Valid Until,Subtotal,Tax Rate (%),Description,Terms and Conditions,Notes',
      'EST-1,Roof,Sent,1299.00,Ann Lee,2026-03-05,1200.00,8.25,,,',
      ',Untitled estimate,Draft,,Unknown,,,,,,',
      ',No one’s,Draft,,,,,,,,',
      '',
    ]);
  });

  test('of 50,000 records holds them all in order, with a break at least every 250', async () => {
    const records = Array.from({ length: 50_000 }, (_, index) => ({ ...NASTY, first_name: `Nr ${index}` }));
    const clock = eagerClock();
    const blob = await csvOf(exportOf(reportOf('customer-summary')), records, {
      clock,
      collections: allCollections(),
    });
    expect(clock.breaks.length).toBeGreaterThanOrEqual(50_000 / 250 - 1);
    const numbers = [...(await blob.text()).matchAll(/Nr (\d+)/g)].map(([, number]) => Number(number));
    expect(numbers).toEqual(records.map((_, index) => index));
  });
});
