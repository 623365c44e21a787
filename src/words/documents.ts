import { sentences } from './sentences.ts';

/** What can be done with a finished PDF file. */
export const pdfWords = sentences({
  open: 'Open or print',
  share: 'Share',
  download: 'Download',
  notOpened: 'This browser did not open the document. Download it, and open the file.',
  notShared: 'The document could not be shared. Download it, and send the file.',
});
