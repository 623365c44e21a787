import { sentences } from './sentences.ts';

/** Undoing an import of customers as a whole. */
export const importUndoWords = sentences({
  undo: 'Undo import',
  title: 'Undo this import?',
  question:
    'This deletes the {done, plural, one {customer} other {# customers}} that it added. A customer that was changed since, or that other records refer to, stays.',
  keep: 'Keep them',

  earlier: 'Earlier imports',
  last: '{when}: {done, plural, one {# customer} other {# customers}} from {file}.',
  canBeUndone: 'You can still undo this import later: press Import again.',

  progress: '{seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}} looked at',
  progressLabel: 'Undone customers',
  stop: 'Stop',
  failed: 'The undo stopped because the device did not take the next step. You can go on with it later.',

  outcome:
    'The import of {file} is undone: {removed, plural, one {# customer is} other {# customers are}} deleted.',
  changed:
    '{count, plural, one {# customer stays because it was} other {# customers stay because they were}} changed since.',
  referred:
    '{count, plural, one {# customer stays because other records refer to it.} other {# customers stay because other records refer to them.}}',
  asked:
    '{count, plural, one {# customer stays because Sync asks you about it.} other {# customers stay because Sync asks you about them.}}',
  more: '{count, plural, other {and # more}}',
  done: 'Done',

  wasStopped:
    'The undo of an import of {file} was stopped after {seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}}.',
  isRunning:
    'The import of {file} is being undone in another tab: {seen, plural, other {#}} of {total, plural, one {# customer} other {# customers}}.',
  goOn: 'Go on',
  close: 'Close',
});
