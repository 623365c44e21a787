import { sentences } from './sentences.ts';

export const dashboardWords = sentences({
  welcome: 'Welcome back, {username}!',
  loading: 'Loading the dashboard',
  fromDevice: 'This device’s figures',
  fromServer: 'The server’s figures, until all records are on this device',
  parked: '{count, plural, one {# needs attention} other {# need attention}}',
  retry: 'Retry',
  figures: 'Figures',
  next: 'Next on the schedule',
  allOpen: 'All open, by date',
  todaysJobs: 'Today’s jobs',
  loadingNext: 'Loading work orders',
  notFetched: 'The work orders on the server have not been fetched yet.',
  nothingNext: 'Nothing is scheduled for today or later.',
  today: 'Today',
  tomorrow: 'Tomorrow',
  everybodys: 'Everybody’s',
});

/** Shown below the figures on the cards. */
export const trendWords = sentences({
  sinceLastWeek: '{change} since last week',
  sinceDay: '{change} since {day}',
  sameAsLastWeek: 'Same as last week',
  sameAsDay: 'Same as on {day}',
  countingSince: 'This device has counted since {day}. Earlier figures are not known.',
  table: 'Figures for the last 30 days',
  day: 'Day',
});

export const todayPartWords = sentences({
  done: '{done} of {total} done',
  running:
    '{running, plural, =0 {{fromOtherDays, plural, other {# in progress from other days}}} other {# in progress{fromOtherDays, plural, =0 {} other { + # from other days}}}}',
  allLate: '{count, plural, one {# late job} other {All # late jobs}}',
  anyTime: 'Any time',
  free: 'No jobs are scheduled for today.',
  allDone: 'No more jobs to start today.',
});

export const pipelineWords = sentences({
  title: 'Pipeline',
  open: 'in drafts and sent estimates',
  chart: 'Value of estimates that are drafts, sent or accepted',
  estimates: 'Estimates',
  value: 'Value',
  unpriced: '{count, plural, one {# estimate has no amount.} other {# estimates have no amount.}}',
  none: 'What your estimates are worth will be here once you have one.',
});

/** The line at the head of the dashboard. */
export const summaryWords = sentences({
  next: '{whose, select, mine {Your next job} other {Next}}{day, select, today {} other { on {day}}}{time, select, any {} other { at {time}}}: {title}',
  late: 'Late, was due by {time}: {title}',
  lateJobs:
    '{whose, select, mine {{count, plural, one {# late job of yours} other {# late jobs of yours}}} other {{count, plural, one {# late job} other {# late jobs}}}}',
  pending: '{amount} in the pipeline',
});

export const aheadWords = sentences({
  title: 'Two weeks ahead',
  chart: 'All jobs by scheduled day',
  day: 'Day',
  jobs: 'Jobs',
  column: '{day}: {count, plural, =0 {no jobs} one {# job} other {# jobs}}',
  columnOver: '{day}: {count, plural, one {# job} other {# jobs}}, more than your company can do',
  capacity:
    'The dashed line is what your company can do in a day: {count, plural, one {# job} other {# jobs}}.',
  over: 'More than your company can do',
  yes: 'yes',
  no: 'no',
  none: 'Jobs for the next 14 days will appear here, day by day.',
});

export const reportsScreenWords = sentences({
  title: 'Reports',
  source: 'Saved on this device',
  parked: '{count, plural, one {# of these needs attention.} other {# of these need attention.}}',
  notFetched: 'Not fetched yet',
  partlyFetched: '{records}, not all fetched yet',
  loading: 'Loading…',
  view: 'View Report',
  export: 'Export',
  exportReport: 'Export Report',
  unknownReport: 'Report',
  close: 'Close',
  firstRecords: 'The first {shown} of {records}',
  printedRecords: 'The first {shown} of {records}. The export has all of them.',
  date: 'Date',
  preparedBy: 'Prepared by',
  printedPartly: 'Not everything has been fetched from the server yet',
});

export const reportTitles = sentences({
  customerSummary: 'Customer Summary',
  projectPerformance: 'Project Performance',
  financialAnalysis: 'Financial Analysis',
  workOrderStatus: 'Work Order Status',
  estimateConversion: 'Estimate Conversion',
});

/** The question that each report answers. */
export const reportSummaries = sentences({
  customerSummary: 'How many customers you have, by type and status.',
  projectPerformance: 'Active and completed jobs, and their estimated cost.',
  financialAnalysis: 'What your estimates are worth, by status.',
  workOrderStatus: 'How many work orders you have, by status and priority.',
  estimateConversion: 'How many of your estimates customers accept.',
});

export const chartTitles = sentences({
  customerSummary: 'Customers by type and status',
  projectPerformance: 'Estimated cost by type and status',
  financialAnalysis: 'Value of estimates by status',
  workOrderStatus: 'Work orders by status and priority',
  estimateConversion: 'Estimates by status',
});

/** Titles of the small charts on the cards. */
export const shareTitles = sentences({
  customerSummary: 'Customers by status',
  projectPerformance: 'Projects by status',
  financialAnalysis: 'Value by status',
  workOrderStatus: 'Work orders by status',
  estimateConversion: 'Estimates by status',
});

export const tileLabels = sentences({
  totalCustomers: 'Total Customers',
  totalProjects: 'Total Projects',
  activeProjects: 'Active',
  averageCost: 'Average Estimated Cost',
  totalEstimates: 'Total Estimates',
  totalValue: 'Total Value',
  averageValue: 'Average Estimate Value',
  totalWorkOrders: 'Total Work Orders',
  conversionRate: 'Conversion Rate',
});

export const reportColumns = sentences({ amount: 'Amount' });
