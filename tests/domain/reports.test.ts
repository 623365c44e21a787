import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES } from '../../src/domain/customer.ts';
import { ESTIMATE_STATUSES } from '../../src/domain/estimate.ts';
import { PROJECT_STATUSES } from '../../src/domain/project.ts';
import { type ReportSums, reportBars, statusShares, sumRecords } from '../../src/domain/report-sums.ts';
import { exportOf, REPORTS, type Report } from '../../src/domain/reports.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { drawAll } from '../../src/domain/steps.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES } from '../../src/domain/work-order.ts';

function reportOf(id: string): Report {
  const found = REPORTS.find((report) => report.id === id);
  if (!found) throw new Error(`There is no report ${id}`);
  return found;
}

function sumsOf(id: string, records: readonly Fields[]): ReportSums {
  return drawAll(
    sumRecords(
      reportOf(id).chart,
      records.map((view) => ({ view })),
    ),
  );
}

function barsOf(id: string, records: readonly Fields[]): ReturnType<typeof reportBars> {
  return reportBars(reportOf(id), sumsOf(id, records));
}

/** The figures of a report's tiles, by label. */
function figures(id: string, records: readonly Fields[]): Record<string, number | null> {
  return Object.fromEntries(
    reportOf(id)
      .tiles(sumsOf(id, records))
      .map(({ label, value }) => [label, value]),
  );
}

// @spec 2.59
test('there are five reports, in this order', () => {
  expect(REPORTS.map(({ title }) => title)).toEqual([
    'Customer Summary',
    'Project Performance',
    'Financial Analysis',
    'Work Order Status',
    'Estimate Conversion',
  ]);
  expect(new Set(REPORTS.map(({ id }) => id)).size).toBe(5);
});

// @spec 2.67 2.68 2.70 2.71 D1.5
test.each([
  ['customer-summary', ['Name', 'Type', 'Status', 'City']],
  ['project-performance', ['Title', 'Type', 'Status', 'Budget']],
  ['financial-analysis', ['Estimate #', 'Title', 'Status', 'Amount']],
  ['work-order-status', ['Work Order #', 'Title', 'Status', 'Priority']],
  ['estimate-conversion', ['Estimate #', 'Title', 'Status', 'Amount']],
])('the table of %s has the columns %j', (id, headers) => {
  expect(reportOf(id).columns.map(({ header }) => header)).toEqual(headers);
});

test('the export of a report has the columns of its table, then the others', () => {
  const { name, resource, columns } = exportOf(reportOf('work-order-status'));
  expect({ name, resource }).toEqual({ name: 'work-order-status', resource: 'workOrders' });
  expect(columns.map(({ header }) => header)).toEqual([
    'Work Order #',
    'Title',
    'Status',
    'Priority',
    'Customer',
    'Scheduled Date',
    'Estimated Cost',
    'Description',
    'Notes',
    'Address Line 1',
    'Address Line 2',
    'City',
    'State',
    'ZIP Code',
  ]);
});

test('the priority of a work order turns gray once its work is over', () => {
  const priority = reportOf('work-order-status').columns.find(({ field }) => field === 'priority');
  const standsBack = (status: string): boolean | undefined => priority?.quiet?.({ status } as Fields);
  expect(WORK_ORDER_STATUSES.filter(standsBack)).toEqual(['completed', 'cancelled']);
});

describe('with no record at all', () => {
  // @spec 2.69 D1.6
  it.each([
    ['customer-summary', { 'Total Customers': 0, Active: 0, Residential: 0, Commercial: 0 }],
    ['project-performance', { 'Total Projects': 0, Active: 0, Completed: 0, 'Average Estimated Cost': 0 }],
    [
      'financial-analysis',
      { 'Total Estimates': 0, Accepted: 0, 'Total Value': 0, 'Average Estimate Value': 0 },
    ],
    ['work-order-status', { 'Total Work Orders': 0, Pending: 0, 'In Progress': 0, Completed: 0 }],
    ['estimate-conversion', { 'Total Estimates': 0, Sent: 0, Accepted: 0, 'Conversion Rate': null }],
  ])('%s reads %j', (id, expected) => {
    expect(figures(id, [])).toEqual(expected);
    expect(barsOf(id, [])).toEqual({ bars: [], parts: [] });
  });
});

describe('with one record', () => {
  it.each<[string, Fields, object]>([
    [
      'customer-summary',
      { status: 'active', customer_type: 'commercial' },
      { 'Total Customers': 1, Active: 1, Residential: 0, Commercial: 1 },
    ],
    [
      'project-performance',
      { status: 'in_progress', estimated_cost: 1234.56 },
      { 'Total Projects': 1, Active: 1, Completed: 0, 'Average Estimated Cost': 1234.56 },
    ],
    [
      'project-performance',
      { status: 'on_hold', estimated_cost: null },
      { 'Total Projects': 1, Active: 0, Completed: 0, 'Average Estimated Cost': 0 },
    ],
    [
      'financial-analysis',
      { status: 'accepted', total_amount: 0.1 },
      { 'Total Estimates': 1, Accepted: 1, 'Total Value': 0.1, 'Average Estimate Value': 0.1 },
    ],
    [
      'work-order-status',
      { status: 'assigned' },
      { 'Total Work Orders': 1, Pending: 0, 'In Progress': 0, Completed: 0 },
    ],
    [
      'estimate-conversion',
      { status: 'sent' },
      { 'Total Estimates': 1, Sent: 1, Accepted: 0, 'Conversion Rate': null },
    ],
    [
      'estimate-conversion',
      { status: 'expired' },
      { 'Total Estimates': 1, Sent: 0, Accepted: 0, 'Conversion Rate': 0 },
    ],
  ])('%s of %j reads %j', (id, record, expected) => {
    expect(figures(id, [record])).toEqual(expected);
  });
});

// The figures computed in another way: by filters over text and sums of exact fractions.

/** Returns whole cents, read from the decimal text digit by digit. */
function exactCents(dollars: unknown): bigint {
  if (typeof dollars !== 'number') return 0n;
  const [whole = '0', fraction = ''] = Math.abs(dollars).toFixed(2).split('.');
  const cents = BigInt(whole) * 100n + BigInt(fraction);
  return dollars < 0 ? -cents : cents;
}

function totalCents(records: readonly Fields[], field: string): bigint {
  let total = 0n;
  for (const record of records) total += exactCents(record[field]);
  return total;
}

function tally(records: readonly Fields[], field: string, value: string): number {
  return JSON.stringify(records.map((record) => record[field])).split(`"${value}"`).length - 1;
}

const cents = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 5_000_000_00 }).map((whole) => whole / 100),
);
const anyOf = (choices: readonly string[]) => fc.constantFrom(...choices, 'a_new_one');
const many = { minLength: 1, maxLength: 60 };

describe('with many records the figures match an independent computation', () => {
  // @spec 2.67
  test('customers', () => {
    const customer = fc.record({ status: anyOf(CUSTOMER_STATUSES), customer_type: anyOf(CUSTOMER_TYPES) });
    fc.assert(
      fc.property(fc.array(customer, many), (records) => {
        expect(figures('customer-summary', records)).toEqual({
          'Total Customers': records.length,
          Active: tally(records, 'status', 'active'),
          Residential: tally(records, 'customer_type', 'residential'),
          Commercial: tally(records, 'customer_type', 'commercial'),
        });
      }),
    );
  });

  // @spec 2.68
  test('projects', () => {
    const project = fc.record({ status: anyOf(PROJECT_STATUSES), estimated_cost: cents });
    fc.assert(
      fc.property(fc.array(project, many), (records) => {
        const { 'Average Estimated Cost': average, ...counts } = figures('project-performance', records);
        expect(counts).toEqual({
          'Total Projects': records.length,
          Active: tally(records, 'status', 'in_progress'),
          Completed: tally(records, 'status', 'completed'),
        });
        const exact = Number(totalCents(records, 'estimated_cost')) / 100 / records.length;
        expect(average).toBeCloseTo(exact, 6);
      }),
    );
  });

  // @spec 2.70
  test('estimates and their worth', () => {
    const estimate = fc.record({ status: anyOf(ESTIMATE_STATUSES), total_amount: cents });
    fc.assert(
      fc.property(fc.array(estimate, many), (records) => {
        const total = totalCents(records, 'total_amount');
        const worth = figures('financial-analysis', records);
        expect(worth['Total Estimates']).toBe(records.length);
        expect(worth['Accepted']).toBe(tally(records, 'status', 'accepted'));
        expect(exactCents(worth['Total Value'])).toBe(total);
        expect(worth['Average Estimate Value']).toBeCloseTo(Number(total) / 100 / records.length, 6);
      }),
    );
  });

  // @spec D1.5
  test('estimates and their outcome', () => {
    const estimate = fc.record({ status: anyOf(ESTIMATE_STATUSES) });
    fc.assert(
      fc.property(fc.array(estimate, many), (records) => {
        const accepted = tally(records, 'status', 'accepted');
        const decided = accepted + tally(records, 'status', 'rejected') + tally(records, 'status', 'expired');
        const { 'Conversion Rate': rate, ...counts } = figures('estimate-conversion', records);
        expect(counts).toEqual({
          'Total Estimates': records.length,
          Sent: tally(records, 'status', 'sent'),
          Accepted: accepted,
        });
        expect(rate === null).toBe(decided === 0);
        expect((rate ?? 0) * decided).toBeCloseTo(accepted, 6);
      }),
    );
  });

  // @spec 2.71
  test('work orders', () => {
    const workOrder = fc.record({ status: anyOf(WORK_ORDER_STATUSES) });
    fc.assert(
      fc.property(fc.array(workOrder, many), (records) => {
        expect(figures('work-order-status', records)).toEqual({
          'Total Work Orders': records.length,
          Pending: tally(records, 'status', 'pending'),
          'In Progress': tally(records, 'status', 'in_progress'),
          Completed: tally(records, 'status', 'completed'),
        });
      }),
    );
  });
});

describe('a report’s chart', () => {
  test('has a bar for each value that occurs, in the order of the choices, unknown ones last', () => {
    const records = [
      { status: 'gone', priority: 'low' },
      { status: 'completed', priority: 'urgent' },
      { status: 'pending', priority: 'urgent' },
      { status: 'pending', priority: 'low' },
      { status: 'pending', priority: 'urgent' },
    ];
    expect(barsOf('work-order-status', records)).toEqual({
      bars: [
        { value: 'pending', parts: { urgent: 2, low: 1 }, total: 3 },
        { value: 'completed', parts: { urgent: 1 }, total: 1 },
        { value: 'gone', parts: { low: 1 }, total: 1 },
      ],
      parts: ['low', 'urgent'],
    });
  });

  test('adds amounts exact to the cent, and an unknown one as 0', () => {
    const records = [
      { project_type: 'other', status: 'pending', estimated_cost: 0.1 },
      { project_type: 'other', status: 'pending', estimated_cost: 0.2 },
      { project_type: 'other', status: 'pending', estimated_cost: null },
    ];
    expect(barsOf('project-performance', records).bars).toEqual([
      { value: 'other', parts: { pending: 0.3 }, total: 0.3 },
    ]);
  });

  test('counts every record exactly once', () => {
    const workOrder = fc.record({
      status: anyOf(WORK_ORDER_STATUSES),
      priority: anyOf(WORK_ORDER_PRIORITIES),
    });
    fc.assert(
      fc.property(fc.array(workOrder, many), (records) => {
        const { bars, parts } = barsOf('work-order-status', records);
        expect(bars.reduce((sum, { total }) => sum + total, 0)).toBe(records.length);
        for (const { value, parts: counted, total } of bars) {
          expect(total).toBe(tally(records, 'status', value));
          const ofBar = records.filter(({ status }) => status === value);
          for (const part of parts) expect(counted[part] ?? 0).toBe(tally(ofBar, 'priority', part));
        }
      }),
    );
  });
});

it('a chart shows records without its fields as blank', () => {
  expect(barsOf('work-order-status', [{}]).bars).toMatchObject([{ value: '', total: 1 }]);
});

describe('the main figure of a report', () => {
  test.each([
    ['customer-summary', 'Active', 'Customers by status'],
    ['project-performance', 'Active', 'Projects by status'],
    ['financial-analysis', 'Total Value', 'Value by status'],
    ['work-order-status', 'In Progress', 'Work orders by status'],
    ['estimate-conversion', 'Conversion Rate', 'Estimates by status'],
  ])('of %s is %s', (id, label, title) => {
    const { main, tiles } = reportOf(id);
    expect([tiles(sumsOf(id, []))[main.tile]?.label, main.title]).toEqual([label, title]);
  });

  const statuses: Readonly<Record<string, readonly string[]>> = {
    customers: CUSTOMER_STATUSES,
    projects: PROJECT_STATUSES,
    estimates: ESTIMATE_STATUSES,
    workOrders: WORK_ORDER_STATUSES,
  };

  test.each(REPORTS.map((report) => [report.id, report] as const))(
    'of %s is divided by status as a naive program would',
    (id, report) => {
      const known = statuses[report.resource] ?? [];
      const record = fc.record({
        status: fc.constantFrom(...known, 'a server’s own'),
        customer_type: fc.constantFrom(...CUSTOMER_TYPES),
        project_type: fc.constantFrom('water_damage', 'other'),
        priority: fc.constantFrom(...WORK_ORDER_PRIORITIES),
        total_amount: fc.option(fc.integer({ min: -1000, max: 1_000_000 })),
      });
      fc.assert(
        fc.property(fc.array(record, { maxLength: 40 }), (records) => {
          const expected = [...known, 'a server’s own'].flatMap((status) => {
            const own = records.filter((one) => one.status === status);
            const dollars = own.reduce((sum, one) => sum + (one.total_amount ?? 0), 0);
            const size = report.main.shares === 'dollars' ? dollars : own.length;
            return own.length === 0 ? [] : [{ status, size }];
          });
          expect(statusShares(report, sumsOf(id, records))).toEqual(expected);
        }),
      );
    },
  );

  test('is added up in steps', () => {
    const { chart } = reportOf('customer-summary');
    const many = Array.from({ length: 2500 }, () => ({
      view: { customer_type: 'residential', status: 'lead' },
    }));
    expect([...sumRecords(chart, many)]).toHaveLength(2);
    expect(drawAll(sumRecords(chart, many)).count).toBe(2500);
  });
});
