import { sentences } from './sentences.ts';

/** Reasons why settings were not saved, or are not on the server. */
export const settingsFailures = sentences({
  refused: 'The server gave no reason.',
  changedNow: 'Someone just changed one of these settings. Check it, then save again.',
});
