import { sentences } from './sentences.ts';

/** Why the app itself does not send a change: it stands where a server's words about a field would. */
export const ownRefusalWords = sentences({
  referenceDeleted: 'This {noun} was deleted.',
});
