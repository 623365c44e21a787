import { sentences } from './sentences.ts';

/** Taking a change back. */
export const undoWords = sentences({
  undo: 'Undo',
  undoChange: 'Undo: {change}',
  undone: 'Undone.',
  tooLate: 'Too late to undo: this change is already being sent.',
  changedSince: 'Nothing was undone: the record has changed again since.',
  created: 'New {noun} saved.',
  saved: '{title} saved.',
  deleted: '{title} deleted.',
});
