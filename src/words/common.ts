import { sentences } from './sentences.ts';

/** What means the same wherever it stands. It is in the first download: keep it small. */
export const commonWords = sentences({
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  discard: 'Discard',
  done: 'Done',
  goOn: 'Go on',
  loading: 'Loading…',
  retry: 'Retry',
});
