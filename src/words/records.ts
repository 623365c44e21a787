import { sentences } from './sentences.ts';

/** A record where it is mentioned: in a list, on another record, on Sync. Loaded with the first list. */
export const recordWords = sentences({
  unknown: 'Unknown',
  showInSync: 'Show it in Sync',
});
