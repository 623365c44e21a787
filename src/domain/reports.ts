/** Defines the figures, chart, table and export of each report. The texts are in `words/dashboard-and-reports.ts`. */
import { choiceLabels, columnWords } from '../words/common.ts';
import {
  chartTitles,
  reportColumns,
  reportSummaries,
  reportTitles,
  shareTitles,
  tileLabels,
} from '../words/dashboard-and-reports.ts';
import type { Customer } from './customer.ts';
import type { Estimate } from './estimate.ts';
import { fromCents } from './money.ts';
import type { Project } from './project.ts';
import type { ReportSums } from './report-sums.ts';
import type { Fields, ResourceName } from './resource-spec.ts';
import { fieldLabel, isOver } from './resource-specs.ts';
import type { WorkOrder } from './work-order.ts';

export interface Report<R extends Fields = Fields> {
  /** In the URL: '/reports?report=customer-summary'. */
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly resource: ResourceName;
  readonly tiles: (sums: ReportSums) => readonly ReportTile[];
  readonly chart: ReportChart<R>;
  readonly main: ReportMain;
  /** Also the first columns of the export. */
  readonly columns: readonly ReportColumn<R>[];
  /** Columns that only the export has, after `columns`. */
  readonly details: readonly ReportColumn<R>[];
}

/** The figure on a report's card, and the quantity that its small chart breaks down by status. */
interface ReportMain {
  /** Index in `tiles`. */
  readonly tile: number;
  readonly shares: 'count' | 'dollars';
  readonly title: string;
}

/** '1,204', '$8,350', '62.5%'. */
export type ReportUnit = 'count' | 'dollars' | 'percent';

/** A percentage is a fraction of 1. Null if there is nothing to divide by. */
interface ReportTile {
  readonly label: string;
  readonly value: number | null;
  readonly unit: ReportUnit;
}

export interface ReportChart<R extends Fields = Fields> {
  readonly title: string;
  /** Bars follow the order of the field's choices or, without choices, of first occurrence. */
  readonly bars: keyof R & string;
  readonly parts: keyof R & string;
  /** In dollars; null counts records. */
  readonly sum: (keyof R & string) | null;
}

export interface ReportColumn<R extends Fields = Fields> {
  readonly header: string;
  /** 'title' is the title on screens, whether or not the record has such a field. */
  readonly field: 'title' | (keyof R & string);
  readonly chip?: boolean;
  /** Grays the chip of a choice that no longer matters. */
  readonly quiet?: (row: R) => boolean;
  /** The export has these columns instead, because an import reads those. */
  readonly exportedAs?: readonly ReportColumn<R>[];
}

type Column<R extends Fields> =
  | (keyof R & string)
  | (Partial<ReportColumn<R>> & Pick<ReportColumn<R>, 'field'>);

interface Definition<R extends Fields> extends Pick<Report<R>, 'resource' | 'tiles'> {
  readonly chart: Omit<ReportChart<R>, 'title'>;
  readonly main: Omit<ReportMain, 'title'>;
  readonly columns: readonly Column<R>[];
  readonly details: readonly Column<R>[];
}

/** The cast hides the record type. A report gets only records of its `resource`. */
function report<R extends Fields>(
  id: string,
  words: keyof typeof reportTitles,
  { chart, main, columns, details, ...definition }: Definition<R>,
): Report {
  const whole: Report<R> = {
    ...definition,
    id,
    title: reportTitles[words],
    about: reportSummaries[words],
    chart: { ...chart, title: chartTitles[words] },
    main: { ...main, title: shareTitles[words] },
    columns: columns.map(columnOf),
    details: details.map(columnOf),
  };
  return whole as unknown as Report;
}

function columnOf<R extends Fields>(column: Column<R>): ReportColumn<R> {
  return typeof column === 'string'
    ? { field: column, header: fieldLabel(column) }
    : { header: fieldLabel(column.field), ...column };
}

const SITE = ['address_line_1', 'address_line_2', 'city', 'state', 'postal_code'] as const;

const ESTIMATES = {
  resource: 'estimates',
  columns: [
    { field: 'estimate_number', header: columnWords.estimateNumber },
    'title',
    { field: 'status', chip: true },
    { field: 'total_amount', header: reportColumns.amount },
  ],
  details: [
    'customer',
    'valid_until',
    'subtotal',
    'tax_rate',
    'description',
    'terms_and_conditions',
    'notes',
  ],
} as const satisfies Partial<Definition<Estimate>>;

/** In the order of the cards. A list exports the columns of its kind's first report. */
export const REPORTS: readonly Report[] = [
  report<Customer>('customer-summary', 'customerSummary', {
    resource: 'customers',
    tiles: (sums) => [
      count(tileLabels.totalCustomers, sums.count),
      count(choiceLabels.active, sums.having('status', 'active')),
      count(choiceLabels.residential, sums.having('customer_type', 'residential')),
      count(choiceLabels.commercial, sums.having('customer_type', 'commercial')),
    ],
    chart: { bars: 'customer_type', parts: 'status', sum: null },
    main: { tile: 1, shares: 'count' },
    columns: [
      {
        field: 'title',
        header: columnWords.name,
        exportedAs: [columnOf<Customer>('first_name'), columnOf<Customer>('last_name')],
      },
      { field: 'customer_type', header: columnWords.type },
      { field: 'status', chip: true },
      'city',
    ],
    details: [
      'email',
      'phone',
      { field: 'company_name', header: columnWords.company },
      'address_line_1',
      'state',
      'postal_code',
    ],
  }),
  report<Project>('project-performance', 'projectPerformance', {
    resource: 'projects',
    tiles: (sums) => [
      count(tileLabels.totalProjects, sums.count),
      count(tileLabels.activeProjects, sums.having('status', 'in_progress')),
      count(choiceLabels.completed, sums.having('status', 'completed')),
      dollars(tileLabels.averageCost, averageOf(sums)),
    ],
    chart: { bars: 'project_type', parts: 'status', sum: 'estimated_cost' },
    main: { tile: 1, shares: 'count' },
    columns: [
      'title',
      { field: 'project_type', header: columnWords.type },
      { field: 'status', chip: true },
      { field: 'estimated_cost', header: columnWords.budget },
    ],
    details: ['customer', 'priority', 'start_date', 'estimated_completion_date', 'description', ...SITE],
  }),
  report<Estimate>('financial-analysis', 'financialAnalysis', {
    ...ESTIMATES,
    tiles: (sums) => [
      count(tileLabels.totalEstimates, sums.count),
      count(choiceLabels.accepted, sums.having('status', 'accepted')),
      dollars(tileLabels.totalValue, fromCents(sums.cents)),
      dollars(tileLabels.averageValue, averageOf(sums)),
    ],
    chart: { bars: 'status', parts: 'status', sum: 'total_amount' },
    main: { tile: 2, shares: 'dollars' },
  }),
  report<WorkOrder>('work-order-status', 'workOrderStatus', {
    resource: 'workOrders',
    tiles: (sums) => [
      count(tileLabels.totalWorkOrders, sums.count),
      count(choiceLabels.pending, sums.having('status', 'pending')),
      count(choiceLabels.in_progress, sums.having('status', 'in_progress')),
      count(choiceLabels.completed, sums.having('status', 'completed')),
    ],
    chart: { bars: 'status', parts: 'priority', sum: null },
    main: { tile: 2, shares: 'count' },
    columns: [
      { field: 'work_order_number', header: columnWords.workOrderNumber },
      'title',
      { field: 'status', chip: true },
      { field: 'priority', chip: true, quiet: ({ status }) => isOver('workOrders', status) },
    ],
    details: ['customer', 'scheduled_date', 'estimated_cost', 'description', 'notes', ...SITE],
  }),
  report<Estimate>('estimate-conversion', 'estimateConversion', {
    ...ESTIMATES,
    tiles: (sums) => {
      const accepted = sums.having('status', 'accepted');
      const lost = sums.having('status', 'rejected') + sums.having('status', 'expired');
      const rate = accepted + lost === 0 ? null : accepted / (accepted + lost);
      return [
        count(tileLabels.totalEstimates, sums.count),
        count(choiceLabels.sent, sums.having('status', 'sent')),
        count(choiceLabels.accepted, accepted),
        { label: tileLabels.conversionRate, value: rate, unit: 'percent' },
      ];
    },
    chart: { bars: 'status', parts: 'status', sum: null },
    main: { tile: 3, shares: 'count' },
  }),
];

function count(label: string, value: number): ReportTile {
  return { label, value, unit: 'count' };
}

function dollars(label: string, value: number): ReportTile {
  return { label, value, unit: 'dollars' };
}

/** In dollars. Unknown amounts count as 0, and the average of no records is 0. */
function averageOf({ count: records, cents }: ReportSums): number {
  return records === 0 ? 0 : fromCents(cents / records);
}

export function exportOf({ id, resource, columns, details }: Report): {
  readonly name: string;
  readonly resource: ResourceName;
  readonly columns: readonly ReportColumn[];
} {
  return {
    name: id,
    resource,
    columns: [...columns, ...details].flatMap((column) => column.exportedAs ?? [column]),
  };
}
