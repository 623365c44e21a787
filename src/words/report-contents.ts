import { sentences } from './sentences.ts';

/** The reports, on their cards and dialogs. */
export const reportTitles = sentences({
  customerSummary: 'Customer Summary',
  projectPerformance: 'Project Performance',
  financialAnalysis: 'Financial Analysis',
  workOrderStatus: 'Work Order Status',
  estimateConversion: 'Estimate Conversion',
});

/** What each report answers, in one line. */
export const reportSummaries = sentences({
  customerSummary: 'How many customers you have, by type and status.',
  projectPerformance: 'Active and completed jobs, and their estimated cost.',
  financialAnalysis: 'What your estimates are worth, by status.',
  workOrderStatus: 'How many work orders you have, by status and priority.',
  estimateConversion: 'How many of your estimates customers accept.',
});

/** What stands above each report's chart. */
export const chartTitles = sentences({
  customerSummary: 'Customers by type and status',
  projectPerformance: 'Estimated cost by type and status',
  financialAnalysis: 'Value of estimates by status',
  workOrderStatus: 'Work orders by status and priority',
  estimateConversion: 'Estimates by status',
});

/** Figures that are no count of one status or type. */
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

/** A column that no list has. */
export const reportColumns = sentences({ amount: 'Amount' });
