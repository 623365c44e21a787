import { sentences } from './sentences.ts';

/** How old the device's copy is, after the words for what comes from it. */
export const copyAgeWords = sentences({
  asOf: '{what} · as of {moment}',
  notFetched: '{what} · not fetched yet',
});
