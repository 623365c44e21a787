import { choiceLabels, columnWords, fieldLabels } from '../words/common.ts';
import { chartTitles, reportColumns, reportSummaries, reportTitles, tileLabels } from '../words/reports.ts';
import type { SiteAddress } from './address.ts';
import { CUSTOMER_STATUSES, CUSTOMER_TYPES, type Customer } from './customer.ts';
import { ESTIMATE_STATUSES, type Estimate } from './estimate.ts';
import { fromCents } from './money.ts';
import { PROJECT_PRIORITIES, PROJECT_STATUSES, PROJECT_TYPES, type Project } from './project.ts';
import type { Report, ReportColumn, ReportTile } from './report.ts';
import type { ReportSums } from './report-sums.ts';
import type { Fields } from './resource-spec.ts';
import { isOver } from './resource-specs.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES, type WorkOrder } from './work-order.ts';

const SITE_COLUMNS: readonly ReportColumn<SiteAddress>[] = [
  { header: fieldLabels.address_line_1, field: 'address_line_1' },
  { header: fieldLabels.address_line_2, field: 'address_line_2' },
  { header: fieldLabels.city, field: 'city' },
  { header: fieldLabels.state, field: 'state' },
  { header: fieldLabels.postal_code, field: 'postal_code' },
];

const ESTIMATE_COLUMNS: readonly ReportColumn<Estimate>[] = [
  { header: columnWords.estimateNumber, field: 'estimate_number' },
  { header: fieldLabels.title, field: 'title' },
  { header: fieldLabels.status, field: 'status', choices: ESTIMATE_STATUSES, chip: true },
  { header: reportColumns.amount, field: 'total_amount', unit: 'dollars' },
];

const ESTIMATE_DETAILS: readonly ReportColumn<Estimate>[] = [
  { header: fieldLabels.customer, field: 'customer' },
  { header: fieldLabels.valid_until, field: 'valid_until' },
  { header: fieldLabels.subtotal, field: 'subtotal', unit: 'dollars' },
  { header: fieldLabels.tax_rate, field: 'tax_rate', unit: 'percent' },
  { header: fieldLabels.description, field: 'description' },
  { header: fieldLabels.terms_and_conditions, field: 'terms_and_conditions' },
  { header: fieldLabels.notes, field: 'notes' },
];

const customerSummary: Report<Customer> = {
  id: 'customer-summary',
  title: reportTitles.customerSummary,
  about: reportSummaries.customerSummary,
  resource: 'customers',
  tiles: (sums) => [
    count(tileLabels.totalCustomers, sums.count),
    count(choiceLabels.active, sums.having('status', 'active')),
    count(choiceLabels.residential, sums.having('customer_type', 'residential')),
    count(choiceLabels.commercial, sums.having('customer_type', 'commercial')),
  ],
  chart: {
    title: chartTitles.customerSummary,
    bars: { field: 'customer_type', choices: CUSTOMER_TYPES },
    parts: { field: 'status', choices: CUSTOMER_STATUSES },
    sum: null,
  },
  columns: [
    {
      header: columnWords.name,
      field: 'title',
      exportedAs: [
        { header: fieldLabels.first_name, field: 'first_name' },
        { header: fieldLabels.last_name, field: 'last_name' },
      ],
    },
    { header: columnWords.type, field: 'customer_type', choices: CUSTOMER_TYPES },
    { header: fieldLabels.status, field: 'status', choices: CUSTOMER_STATUSES, chip: true },
    { header: fieldLabels.city, field: 'city' },
  ],
  details: [
    { header: fieldLabels.email, field: 'email' },
    { header: fieldLabels.phone, field: 'phone' },
    { header: columnWords.company, field: 'company_name' },
    { header: fieldLabels.address_line_1, field: 'address_line_1' },
    { header: fieldLabels.state, field: 'state' },
    { header: fieldLabels.postal_code, field: 'postal_code' },
  ],
};

const projectPerformance: Report<Project> = {
  id: 'project-performance',
  title: reportTitles.projectPerformance,
  about: reportSummaries.projectPerformance,
  resource: 'projects',
  tiles: (sums) => [
    count(tileLabels.totalProjects, sums.count),
    count(tileLabels.activeProjects, sums.having('status', 'in_progress')),
    count(choiceLabels.completed, sums.having('status', 'completed')),
    dollars(tileLabels.averageCost, averageOf(sums)),
  ],
  chart: {
    title: chartTitles.projectPerformance,
    bars: { field: 'project_type', choices: PROJECT_TYPES },
    parts: { field: 'status', choices: PROJECT_STATUSES },
    sum: 'estimated_cost',
  },
  columns: [
    { header: fieldLabels.title, field: 'title' },
    { header: columnWords.type, field: 'project_type', choices: PROJECT_TYPES },
    { header: fieldLabels.status, field: 'status', choices: PROJECT_STATUSES, chip: true },
    { header: columnWords.budget, field: 'estimated_cost', unit: 'dollars' },
  ],
  details: [
    { header: fieldLabels.customer, field: 'customer' },
    { header: fieldLabels.priority, field: 'priority', choices: PROJECT_PRIORITIES },
    { header: fieldLabels.start_date, field: 'start_date' },
    { header: fieldLabels.estimated_completion_date, field: 'estimated_completion_date' },
    { header: fieldLabels.description, field: 'description' },
    ...SITE_COLUMNS,
  ],
};

const financialAnalysis: Report<Estimate> = {
  id: 'financial-analysis',
  title: reportTitles.financialAnalysis,
  about: reportSummaries.financialAnalysis,
  resource: 'estimates',
  tiles: (sums) => [
    count(tileLabels.totalEstimates, sums.count),
    count(choiceLabels.accepted, sums.having('status', 'accepted')),
    dollars(tileLabels.totalValue, fromCents(sums.cents)),
    dollars(tileLabels.averageValue, averageOf(sums)),
  ],
  chart: {
    title: chartTitles.financialAnalysis,
    bars: { field: 'status', choices: ESTIMATE_STATUSES },
    parts: { field: 'status', choices: ESTIMATE_STATUSES },
    sum: 'total_amount',
  },
  columns: ESTIMATE_COLUMNS,
  details: ESTIMATE_DETAILS,
};

const workOrderStatus: Report<WorkOrder> = {
  id: 'work-order-status',
  title: reportTitles.workOrderStatus,
  about: reportSummaries.workOrderStatus,
  resource: 'workOrders',
  tiles: (sums) => [
    count(tileLabels.totalWorkOrders, sums.count),
    count(choiceLabels.pending, sums.having('status', 'pending')),
    count(choiceLabels.in_progress, sums.having('status', 'in_progress')),
    count(choiceLabels.completed, sums.having('status', 'completed')),
  ],
  chart: {
    title: chartTitles.workOrderStatus,
    bars: { field: 'status', choices: WORK_ORDER_STATUSES },
    parts: { field: 'priority', choices: WORK_ORDER_PRIORITIES },
    sum: null,
  },
  columns: [
    { header: columnWords.workOrderNumber, field: 'work_order_number' },
    { header: fieldLabels.title, field: 'title' },
    { header: fieldLabels.status, field: 'status', choices: WORK_ORDER_STATUSES, chip: true },
    {
      header: fieldLabels.priority,
      field: 'priority',
      choices: WORK_ORDER_PRIORITIES,
      chip: true,
      quiet: ({ status }) => isOver('workOrders', status),
    },
  ],
  details: [
    { header: fieldLabels.customer, field: 'customer' },
    { header: fieldLabels.scheduled_date, field: 'scheduled_date' },
    { header: fieldLabels.estimated_cost, field: 'estimated_cost', unit: 'dollars' },
    { header: fieldLabels.description, field: 'description' },
    { header: fieldLabels.notes, field: 'notes' },
    ...SITE_COLUMNS,
  ],
};

const estimateConversion: Report<Estimate> = {
  id: 'estimate-conversion',
  title: reportTitles.estimateConversion,
  about: reportSummaries.estimateConversion,
  resource: 'estimates',
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
  chart: {
    title: chartTitles.estimateConversion,
    bars: { field: 'status', choices: ESTIMATE_STATUSES },
    parts: { field: 'status', choices: ESTIMATE_STATUSES },
    sum: null,
  },
  columns: ESTIMATE_COLUMNS,
  details: ESTIMATE_DETAILS,
};

/** All reports, in the order of their cards. */
export const REPORTS: readonly Report[] = [
  asReport(customerSummary),
  asReport(projectPerformance),
  asReport(financialAnalysis),
  asReport(workOrderStatus),
  asReport(estimateConversion),
];

/** Hides which kind of record a report sums up: it is given records of that kind only. */
function asReport<R extends Fields>(report: Report<R>): Report {
  return report as unknown as Report;
}

function count(label: string, value: number): ReportTile {
  return { label, value, unit: 'count' };
}

function dollars(label: string, value: number): ReportTile {
  return { label, value, unit: 'dollars' };
}

/** In dollars. An amount that is not known counts as nothing, and the average of nothing is 0. */
function averageOf({ count: records, cents }: ReportSums): number {
  return records === 0 ? 0 : fromCents(cents / records);
}
