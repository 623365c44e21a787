import { sentences } from './sentences.ts';

/** Printed documents, where they do not call a field as its form does. */
export const paperWords = sentences({
  acceptedBy: 'Accepted by (signature)',
  adjustment: 'Adjustment',
  billTo: 'Bill to',
  date: 'Date',
  descriptionOfWork: 'Description of work',
  done: 'Done',
  draft: 'Draft',
  estimatedCompletion: 'Estimated completion',
  estimatedCost: 'Estimated cost',
  finished: 'Finished',
  moreOfJob: 'More',
  number: 'Number',
  onTheWay: 'On the way',
  preparedBy: 'Prepared by',
  printed: 'Printed {day}',
  scheduled: 'Scheduled',
  site: 'Site',
  start: 'Start',
  started: 'Started',
  tax: 'Tax',
  taxAt: 'Tax ({rate}%)',
  terms: 'Terms and conditions',
  total: 'Total',
  validUntil: 'Valid until',
});
