import { sentences } from './sentences.ts';

/** Records of a kind, counted: '1 customer', '1,204 customers'. */
export const countWords = sentences({
  records: '{count, plural, one {# {noun}} other {# {nouns}}}',
  matching: '{matching, plural, other {#}} of {records}',
});
