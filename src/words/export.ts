import { sentences } from './sentences.ts';

/** Records written to a file. */
export const exportWords = sentences({
  csv: 'CSV',
  excel: 'Excel (.xlsx)',
  export: 'Export',
  exported: 'Exported {records}',
  exportedSome: 'Exported {records}: not everything has been fetched from the server yet',
  exporting: 'Exporting…',
  formats: 'Choose a file format',
  failed: 'The file could not be written: the device may be out of space. Please try again.',
  notLoaded:
    'The part of the app that writes Excel files could not be loaded. Try again, or press Export for a CSV file.',
  unknown: 'Unknown',
});
