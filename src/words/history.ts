import { sentences } from './sentences.ts';

/** What has changed in a record, and what became of texts that were merged. */
export const historyWords = sentences({
  title: 'History',
  none: 'Nothing has changed since this device first saw the record.',
  madeHere: 'This device added it.',
  entry: '{when} · {by, select, me {this device} other {someone else}}',
  older: 'Older changes are not shown.',
  nothing: 'nothing',
  isNow: 'is now',
  removed: 'Removed:',
  added: 'Added:',
  moreLines: '{count, plural, one {and # more line} other {and # more lines}}',
  onlySpaces: 'Only spaces or line breaks changed.',
  whole: 'Show the whole text',
  before: 'Before',
  after: 'After',
  mergedTexts: 'Show what was merged',
  mine: 'Your {field}',
  theirs: 'The office’s {field}',
  merged: 'Merged {field}',
});
