import { describe, expect, test } from 'vitest';
import { csvOf } from '../../src/crud/list/export-csv.ts';
import { exportOf } from '../../src/domain/report.ts';
import { REPORTS } from '../../src/domain/reports.ts';
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

describe('the file of an export', () => {
  // @spec 2.65 D1.4
  test('has these bytes', async () => {
    const collections = allCollections();
    const blob = await csvOf(exportOf(reportOf('customer-summary')), [NASTY], {
      clock: eagerClock(),
      collections,
    });
    expect(blob.type).toBe('text/csv;charset=utf-8');
    const bytes = Buffer.from(await blob.arrayBuffer());
    const text =
      '\uFEFFName,Type,Status,City,Email,Phone,Company,Address Line 1,State,ZIP Code\r\n' +
      '"Zoë ""Zo"" Ångström, jr.",Property Management,a_new_one,' +
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
