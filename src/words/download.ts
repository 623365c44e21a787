import { sentences } from './sentences.ts';

/** The first download of a kind of record. */
export const downloadWords = sentences({
  soFar: 'Fetching {nouns}: {records} so far',
  ofAll: 'Fetching {nouns}: {read, plural, other {#}} of {records}',
});
