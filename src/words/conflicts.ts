import { sentences } from './sentences.ts';

/** Two people changed the same. */
export const conflictWords = sentences({
  changedAndDeleted: 'Someone else changed {fields} while you deleted this {noun}.',
  changedToAndDeleted: 'Someone else changed {field} to {theirs} while you deleted this {noun}.',
  bothChangedTo: 'Someone else changed {field} to {theirs} while you changed it to {mine}.',
  changedToAndChanged: 'Someone else changed {field} to {theirs} while you changed it as well.',
  bothChanged:
    'Someone else changed {fields} while you changed {count, plural, one {it} other {them}} as well.',
  recordChangedAndDeleted: 'Someone else changed this {noun} while you deleted it.',
  recordBothChanged: 'Someone else changed this {noun} while you changed it.',
  neighborsChanged: 'Someone else changed {theirs} while you changed {mine}: they belong together.',
  theirsDiscards: '‘Take theirs’ discards what you changed in {fields}.',
  theirsDiscardsSome:
    '‘Take theirs’ discards what you changed in {fields}. Your other changes are still sent.',
  otherText: 'another text in {field}',
  textsAreMerged:
    'In a long text, your choice settles only the lines that both of you changed. All other lines of both stay.',
  deleteAnyway: 'Delete anyway',
  keepRecord: 'Keep the record',
  keepMine: 'Keep mine',
  takeTheirs: 'Take theirs',
  keepBoth: 'Keep both',
  edit: 'Edit',
  savingReplaces: 'Saving replaces it.',
  savingReplacesValues: 'The server has {values}. Saving replaces it.',
  savingKeepsMine:
    'The server has {values}. Where both of you changed the same line, saving keeps yours. All other lines of both stay.',
  chooseByField: 'Choose field by field',
  sendChoice: 'Send this choice',
});

/** The table of both sides. */
export const sidesWords = sentences({
  twoSides: 'What it was and what the server has now',
  threeSides: 'What it was, what you want and what the server has now',
  was: 'Was',
  notChanged: 'not changed',
  goesWith: 'goes with {field}',
});

/** Whose value stands. */
export const sideNames = sentences({
  mine: 'Mine',
  theirs: 'Theirs',
  both: 'Both',
});

/** Who changed a field. */
export const changedByWords = sentences({
  both: 'both changed',
  me: 'only you changed',
  them: 'only someone else changed',
});
