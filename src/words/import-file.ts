import { sentences } from './sentences.ts';

/** Says why a file of customers cannot be read. */
export const importFileWords = sentences({
  unreadable: '{file} could not be read. Choose it again.',
  tooLarge: '{file} is larger than 20 MB. Divide it into several files.',
  tooManyRows: '{file} has more than 20,000 rows. Divide it into several files.',
  oldExcel:
    '{file} is an old Excel file, or a workbook with a password. In Excel, save it as an .xlsx workbook without a password, then choose the new file.',
  notWorkbook: '{file} is not a workbook that can be read. In Excel, save it as .xlsx or CSV again.',
  webPage:
    '{file} is a web page, not a spreadsheet. Open it in Excel, save it as an .xlsx workbook, then choose the new file.',
  notCsv: '{file} is neither a CSV file nor an .xlsx workbook.',
  empty: '{file} is empty.',
  notLoaded:
    'The part of the app that reads workbooks could not be loaded. Connect to the internet and try again, or save the file as CSV.',
});
