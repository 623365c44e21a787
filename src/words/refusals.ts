import { sentences } from './sentences.ts';

/** Why a save came to nothing. */
export const refusalWords = sentences({
  deviceFull: 'This device is out of storage. Free some space, then press {button} again.',
});
