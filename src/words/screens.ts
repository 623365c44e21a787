import { sentences } from './sentences.ts';

/** What the screens are called, in the navigation and at their heads. */
export const screenTitles = sentences({
  dashboard: 'Dashboard',
  customers: 'Customers',
  projects: 'Projects',
  estimates: 'Estimates',
  workOrders: 'Work Orders',
  reports: 'Reports',
  settings: 'Settings',
  sync: 'Sync',
  today: 'Today',
});
