import type { ResourceLabel } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import type { UndoOutcome } from '../records/undo/undo-save.ts';
import { undoWords } from '../words/frame.ts';

/** What came of an undo. */
export const UNDO_WORDS: Readonly<Record<Exclude<UndoOutcome, 'asks'>, string>> = {
  undone: undoWords.undone,
  sent: undoWords.tooLate,
  changed: undoWords.changedSince,
  edited: undoWords.edited,
  referred: undoWords.referred,
  refused: undoWords.refused,
};

/** What a person has just done: 'New customer saved.' */
export function savedWords(kind: Mutation['kind'], { title, noun }: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return undoWords.created({ noun });
    case 'update':
      return undoWords.saved({ title });
    case 'delete':
      return undoWords.deleted({ title });
    default:
      return kind satisfies never;
  }
}
