import { sentences } from './sentences.ts';

/** Taking a change back. */
export const undoWords = sentences({
  undo: 'Undo',
  undoChange: 'Undo: {change}',
  undone: 'Undone.',
  tooLate: 'Too late to undo: this change is already being sent.',
  changedSince: 'Nothing was undone: the record has changed again since.',
  edited: 'Nothing was undone: someone has changed this record since. You can still delete it.',
  referred: 'Nothing was undone: other records refer to this one. You can still delete it.',
  refused: 'Nothing was undone: the server did not take this change. Open Sync to see what you can do.',
  created: 'New {noun} saved.',
  saved: '{title} saved.',
  deleted: '{title} deleted.',
});
