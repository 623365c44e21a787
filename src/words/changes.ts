import { sentences } from './sentences.ts';

/** What a change is called, and what it made of a field. */
export const changeNames = sentences({
  create: 'New {noun}',
  update: 'Change to {fields}',
  delete: 'Delete {noun}',
  more: '{count, plural, other {# more}}',
  nothing: 'nothing',
});

/** Why a change waits for a person, where the server’s words alone do not say it. */
export const parkReasons = sentences({
  deletedOnServer: 'The record was deleted on the server.',
  mayExistTwice: 'The server may already have this record. Sending it again could create a duplicate.',
  conflict: 'Someone else changed the same fields.',
  serverErrors: 'The server failed repeatedly on this change.',
  tooOld: 'This change is older than 14 days. The record on the server may have changed since.',
});

/** How it stands with a change that the server has not confirmed. */
export const changeStates = sentences({
  waiting: 'Waiting',
  canBeUndone: 'Sent in a few seconds, unless you undo it',
  beingSent: 'Being sent',
  needsAttention: 'Needs attention',
  serverError: 'The server had an error.',
  notConfirmed: 'Sent, but not confirmed.',
  triesSometime: 'Trying again as soon as changes can be sent.',
  triesNow: 'Trying again now.',
  triesAt: 'Trying again at {time}.',
  checksSometime: 'Checking whether it arrived as soon as the server can be reached.',
  checksNow: 'Checking now whether it arrived.',
  checksAt: 'Checking at {time} whether it arrived.',
});
