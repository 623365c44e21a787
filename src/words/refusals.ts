import { sentences } from './sentences.ts';

/** Why a save came to nothing. */
export const refusalWords = sentences({
  choiceUnknown: 'The server does not know “{value}” as {field}. Choose another.',
  choiceMissing: 'The server needs a choice for {field}.',
  referenceGone: 'The {target} of this {noun} no longer exists on the server. Choose another {target}.',
  deviceFull: 'This device is out of storage. Free some space, then press {button} again.',
});
