import { sentences } from './sentences.ts';

/** A field that a server will want. */
export const hintWords = sentences({ required: 'Needed to send' });

/** Ways to reach somebody or some place. */
export const contactWords = sentences({
  call: 'Call',
  text: 'Text',
  email: 'Email',
  directions: 'Directions',
});

/** How words are put into a row: 'a, b and c'. */
export const listWords = sentences({
  none: 'nothing',
  next: '{words}, {word}',
  last: '{words} and {word}',
});
