import { sentences } from './sentences.ts';

/** The switch between a text without its facts and the text as it is stored. */
export const storedTextWords = sentences({
  show: 'Show the stored text',
  about:
    'The text as the server stores it. Lines below a heading such as --- Job --- are the facts of the app.',
});
