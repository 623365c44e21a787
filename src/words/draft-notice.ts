import { sentences } from './sentences.ts';

/** The offer of what was typed in forms and never saved. */
export const draftNoticeWords = sentences({
  heading: 'Not saved yet',
  deletedSince: 'It was deleted since then.',
  goOn: 'Go on',
  showAll: '{count, plural, other {Show all #}}',
  discard: 'Discard',
  discardQuestion: 'Discard what you typed?',
  discardConsequence: 'It has not been saved, and nothing can bring it back.',
  keep: 'Keep it',
});
