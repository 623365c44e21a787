import { sentences } from './sentences.ts';

export const weekWords = sentences({
  /** From its first to its last day. */
  week: '{first}\u2009–\u2009{last}',
});
