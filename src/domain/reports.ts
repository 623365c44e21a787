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
  { header: 'Address Line 1', field: 'address_line_1' },
  { header: 'Address Line 2', field: 'address_line_2' },
  { header: 'City', field: 'city' },
  { header: 'State', field: 'state' },
  { header: 'ZIP Code', field: 'postal_code' },
];

const ESTIMATE_COLUMNS: readonly ReportColumn<Estimate>[] = [
  { header: 'Estimate #', field: 'estimate_number' },
  { header: 'Title', field: 'title' },
  { header: 'Status', field: 'status', choices: ESTIMATE_STATUSES, chip: true },
  { header: 'Amount', field: 'total_amount', unit: 'dollars' },
];

const ESTIMATE_DETAILS: readonly ReportColumn<Estimate>[] = [
  { header: 'Customer', field: 'customer' },
  { header: 'Valid Until', field: 'valid_until' },
  { header: 'Subtotal', field: 'subtotal', unit: 'dollars' },
  { header: 'Tax Rate (%)', field: 'tax_rate', unit: 'percent' },
  { header: 'Description', field: 'description' },
  { header: 'Terms and Conditions', field: 'terms_and_conditions' },
  { header: 'Notes', field: 'notes' },
];

const customerSummary: Report<Customer> = {
  id: 'customer-summary',
  title: 'Customer Summary',
  about: 'Who you work for: how many customers, of which type and status.',
  resource: 'customers',
  tiles: (sums) => [
    count('Total Customers', sums.count),
    count('Active', sums.having('status', 'active')),
    count('Residential', sums.having('customer_type', 'residential')),
    count('Commercial', sums.having('customer_type', 'commercial')),
  ],
  chart: {
    title: 'Customers by type and status',
    bars: { field: 'customer_type', choices: CUSTOMER_TYPES },
    parts: { field: 'status', choices: CUSTOMER_STATUSES },
    sum: null,
  },
  columns: [
    { header: 'Name', field: 'title' },
    { header: 'Type', field: 'customer_type', choices: CUSTOMER_TYPES },
    { header: 'Status', field: 'status', choices: CUSTOMER_STATUSES, chip: true },
    { header: 'City', field: 'city' },
  ],
  details: [
    { header: 'Email', field: 'email' },
    { header: 'Phone', field: 'phone' },
    { header: 'Company', field: 'company_name' },
    { header: 'Address Line 1', field: 'address_line_1' },
    { header: 'State', field: 'state' },
    { header: 'ZIP Code', field: 'postal_code' },
  ],
};

const projectPerformance: Report<Project> = {
  id: 'project-performance',
  title: 'Project Performance',
  about: 'Jobs under way and done, and what they are estimated to cost.',
  resource: 'projects',
  tiles: (sums) => [
    count('Total Projects', sums.count),
    count('Active', sums.having('status', 'in_progress')),
    count('Completed', sums.having('status', 'completed')),
    dollars('Average Estimated Cost', averageOf(sums)),
  ],
  chart: {
    title: 'Estimated cost by type and status',
    bars: { field: 'project_type', choices: PROJECT_TYPES },
    parts: { field: 'status', choices: PROJECT_STATUSES },
    sum: 'estimated_cost',
  },
  columns: [
    { header: 'Title', field: 'title' },
    { header: 'Type', field: 'project_type', choices: PROJECT_TYPES },
    { header: 'Status', field: 'status', choices: PROJECT_STATUSES, chip: true },
    { header: 'Budget', field: 'estimated_cost', unit: 'dollars' },
  ],
  details: [
    { header: 'Customer', field: 'customer' },
    { header: 'Priority', field: 'priority', choices: PROJECT_PRIORITIES },
    { header: 'Start Date', field: 'start_date' },
    { header: 'Estimated Completion Date', field: 'estimated_completion_date' },
    { header: 'Description', field: 'description' },
    ...SITE_COLUMNS,
  ],
};

const financialAnalysis: Report<Estimate> = {
  id: 'financial-analysis',
  title: 'Financial Analysis',
  about: 'What your estimates are worth, decided and undecided.',
  resource: 'estimates',
  tiles: (sums) => [
    count('Total Estimates', sums.count),
    count('Accepted', sums.having('status', 'accepted')),
    dollars('Total Value', fromCents(sums.cents)),
    dollars('Average Estimate Value', averageOf(sums)),
  ],
  chart: {
    title: 'Value of estimates by status',
    bars: { field: 'status', choices: ESTIMATE_STATUSES },
    parts: { field: 'status', choices: ESTIMATE_STATUSES },
    sum: 'total_amount',
  },
  columns: ESTIMATE_COLUMNS,
  details: ESTIMATE_DETAILS,
};

const workOrderStatus: Report<WorkOrder> = {
  id: 'work-order-status',
  title: 'Work Order Status',
  about: 'What your crews have ahead of them, and how urgent it is.',
  resource: 'workOrders',
  tiles: (sums) => [
    count('Total Work Orders', sums.count),
    count('Pending', sums.having('status', 'pending')),
    count('In Progress', sums.having('status', 'in_progress')),
    count('Completed', sums.having('status', 'completed')),
  ],
  chart: {
    title: 'Work orders by status and priority',
    bars: { field: 'status', choices: WORK_ORDER_STATUSES },
    parts: { field: 'priority', choices: WORK_ORDER_PRIORITIES },
    sum: null,
  },
  columns: [
    { header: 'Work Order #', field: 'work_order_number' },
    { header: 'Title', field: 'title' },
    { header: 'Status', field: 'status', choices: WORK_ORDER_STATUSES, chip: true },
    {
      header: 'Priority',
      field: 'priority',
      choices: WORK_ORDER_PRIORITIES,
      chip: true,
      quiet: ({ status }) => isOver('workOrders', status),
    },
  ],
  details: [
    { header: 'Customer', field: 'customer' },
    { header: 'Scheduled Date', field: 'scheduled_date' },
    { header: 'Estimated Cost', field: 'estimated_cost', unit: 'dollars' },
    { header: 'Description', field: 'description' },
    { header: 'Notes', field: 'notes' },
    ...SITE_COLUMNS,
  ],
};

const estimateConversion: Report<Estimate> = {
  id: 'estimate-conversion',
  title: 'Estimate Conversion',
  about: 'How many of the decided estimates became work.',
  resource: 'estimates',
  tiles: (sums) => {
    const accepted = sums.having('status', 'accepted');
    const lost = sums.having('status', 'rejected') + sums.having('status', 'expired');
    const rate = accepted + lost === 0 ? null : accepted / (accepted + lost);
    return [
      count('Total Estimates', sums.count),
      count('Sent', sums.having('status', 'sent')),
      count('Accepted', accepted),
      { label: 'Conversion Rate', value: rate, unit: 'percent' },
    ];
  },
  chart: {
    title: 'Estimates by status',
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
