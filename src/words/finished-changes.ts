import { sentences } from './sentences.ts';

/** What became of changes that are finished. */
export const finishedWords = sentences({
  none: 'None yet on this device.',
  showMore: 'Show more',
  noOlder: 'Older ones are not kept.',
  sent: 'Sent',
  discarded: 'Discarded',
  keptTheirs: 'Kept theirs over {values}',
  joined: 'Merged with someone else’s text',
  replaced: 'Merged into a later change',
  keptYours: 'Kept yours',
  keptYoursOver: 'Kept yours over {values}',
  leftEmpty: 'The server left the {field} empty; you had typed {typed}.',
  overruled: 'The server made the {field} {made}; you had typed {typed}.',
});
