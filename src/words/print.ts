import { sentences } from './sentences.ts';

/** Before a document is printed. */
export const printWords = sentences({
  addCompanyName: 'Add your company’s name in Settings',
  cannotPrint: 'This browser cannot print. Open this page in Safari, Chrome, Edge or Firefox.',
  noCompanyName: 'The page has no company name at the top yet.',
  print: 'Print',
  withAmounts: 'With amounts',
  withCrewNotes: 'With the crew’s warnings and log',
});
