import { sentences } from './sentences.ts';

/** Why settings are not on the server, where it gives no reason of its own. */
export const settingsFailures = sentences({
  refused: 'The server gave no reason.',
});
