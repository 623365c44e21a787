import { sentences } from './sentences.ts';

/** A record that may be on the server twice. */
export const duplicateWords = sentences({
  question: 'This {noun} may be on the server twice',
  why: '{title} was sent once, and the server has a second {noun} like it. A bad connection can cause that, or someone else entered the same.',
  moreLikeIt: '{count, plural, one {and # more that looks like it} other {and # more that look like it}}',
  pair: '{title} and the second one',
  first: 'First',
  second: 'Second',
  deleteFirst: 'Delete the first',
  deleteSecond: 'Delete the second',
  bothRight: 'Both are right',
  noneLeft: 'Neither of the two is left. There is nothing to decide.',
  firstGone: 'The first one is no longer on this device. Only one {noun} is left.',
  secondGone: 'The second one is no longer on the server. Only one {noun} is left.',
  secondDeleted: 'The second one was deleted here. Only one {noun} is left.',
  read: 'I have read this',
});

/** A new record that the server may have already. */
export const possibleDuplicateWords = sentences({
  refused: 'The server refused it and already has one just like it. The request may have run twice.',
  answerLost: 'It was sent, but the answer was lost.',
  looked: 'The app looked for it and could not tell whether the server has it.',
  changed: 'That {noun} has changed. Nothing was decided. Please check again.',
  mine: 'Mine',
  onServer: 'On the server',
  isThis: 'It is this one',
  addedHere: 'This one was added on this device too. It is a different {noun}.',
  gone: 'The {noun} that looked like this one is no longer on the server.',
  deleted: 'The {noun} that looked like this one was deleted here. That deletion is waiting to be sent.',
  lookAgain: 'Look again',
  sendMine: 'Send mine as a new one',
});

/** Two records side by side. */
export const compareWords = sentences({
  notFetched: 'The server has another {noun} that looks like it. This device has not fetched it yet.',
  fetch: 'Fetch {records}',
  same: 'Both are the same.',
  differ: 'They differ in {count, plural, one {# field} other {# fields}}.',
  differs: 'differs',
  columns: '{first} and {second}',
});
