import { sentences } from './sentences.ts';

/** Records written to a file. */
export const exportWords = sentences({
  export: 'Export',
  exported: 'Exported {records}',
  exportedSome: 'Exported {records}: not everything has been fetched from the server yet',
  exporting: 'Exporting…',
  failed: 'The file could not be written: the device may be out of space. Please try again.',
  unknown: 'Unknown',
});
