import { sentences } from './sentences.ts';

/** The figures of the dashboard, by their names in the server's answer. */
export const statLabels = sentences({
  total_customers: 'Total Customers',
  active_customers: 'Active Customers',
  active_projects: 'Active Projects',
  completed_projects: 'Completed Projects',
  pending_estimates: 'Pending Estimates',
  approved_estimates: 'Approved Estimates',
  open_work_orders: 'Open Work Orders',
  in_progress_work_orders: 'In Progress Work Orders',
});
