import { sentences } from './sentences.ts';

/** The dashboard. */
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
  todaysJobs: 'Jobs of today',
  loadingNext: 'Loading work orders',
  notFetched: 'The work orders on the server have not been fetched yet.',
  nothingNext: 'Nothing is scheduled for today or later.',
  today: 'Today',
  tomorrow: 'Tomorrow',
});
