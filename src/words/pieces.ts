import { sentences } from './sentences.ts';

/** A field that a server will want, and one without which the form is not saved. */
export const hintWords = sentences({ required: 'The server needs this', needed: 'Needed to save' });

/** Ways to reach somebody or some place. */
export const contactWords = sentences({
  call: 'Call',
  text: 'Text',
  email: 'Email',
  directions: 'Directions',
});

/** The same, to reach a claim's adjuster. */
export const adjusterWords = sentences({
  call: 'Call {name} (adjuster)',
  text: 'Text {name} (adjuster)',
  email: 'Email {name} (adjuster)',
});

/** The same, where the claim has no name of the adjuster. */
export const namelessAdjusterWords = sentences({
  call: 'Call the adjuster',
  text: 'Text the adjuster',
  email: 'Email the adjuster',
});

/** How words are put into a row: 'a, b and c'. */
export const listWords = sentences({
  none: 'nothing',
  next: '{words}, {word}',
  last: '{words} and {word}',
});
