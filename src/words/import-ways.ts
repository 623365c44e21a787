import { sentences } from './sentences.ts';

/** What other screens say of imports. Apart from what an import says itself, which is loaded when one begins. */
export const importWays = sentences({
  import: 'Import',
  fromFile: 'Import from Excel or CSV',
  unfinished:
    '{count, plural, one {# import of customers is} other {# imports of customers are}} not finished.',
});
