import { sentences } from './sentences.ts';

/** The reports screen, a report, and a report on paper. */
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
