import { sentences } from './sentences.ts';

/** A part of the app that could not be loaded. */
export const missingPartWords = sentences({
  problem: 'This part of the app could not be loaded. Your changes are safe on this device.',
  notNow: 'Not now',
  again: 'Try again',
  reload: 'Reload',
});

/** What the mark beside a record says. */
export const syncMarkWords = sentences({
  waiting: 'Waiting to sync',
  attention: 'Needs attention',
});
