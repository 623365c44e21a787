import { sentences } from './sentences.ts';

/** Spans of the calendar and of a day. */
export const weekWords = sentences({
  /** From its first to its last day, or from one time of a day to another. */
  week: '{first}\u2009–\u2009{last}',
});
