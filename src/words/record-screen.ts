import { sentences } from './sentences.ts';

/** The screen of one record, with what refers to it. */
export const recordScreenWords = sentences({
  edit: 'Edit',
  delete: 'Delete',
  printed: '{kind}: {title}',
  openSync: 'Open Sync',
  waiting: 'Waiting to sync: the latest change is kept on this device and will be sent.',
  needsAttention:
    'Needs attention: a change to this record is not on the server. Sync says why, and what you can do.',
  notSynced: 'Not synced yet',
  retry: 'Retry',
  deleted: 'This {noun} was deleted.',
  deletedMeanwhile: 'Someone deleted it while you had it open.',
  notHere: 'This record is not on this device.',
  whyNotHere:
    'It may have been deleted, or the link is wrong. A link from another device works once that device has sent the record.',
  notAllHere: 'This device has not fetched all {records} yet.',
});

/** Lists of what refers to a record. */
export const relatedWords = sentences({
  ofTarget: '{target}’s {records}',
  othersOfTarget: '{target}’s other {records}',
  none: 'None',
  showAll: '{count, plural, other {Show all #}}',
  add: 'Add {kind}',
});
