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
