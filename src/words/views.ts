import { sentences } from './sentences.ts';

/** Columns of the lists and reports that are not called as their fields are in the forms. */
export const columnWords = sentences({
  budget: 'Budget',
  company: 'Company',
  estimateNumber: 'Estimate #',
  location: 'Location',
  name: 'Name',
  type: 'Type',
  workOrderNumber: 'Work Order #',
});

/** What the lists can be narrowed by. */
export const filterNames = sentences({
  completion: 'Completion',
  expired: 'Expired',
  open: 'Open',
  overdue: 'Overdue',
  pending: 'Pending',
  scheduled: 'Scheduled',
  start: 'Start',
  validUntil: 'Valid until',
});
