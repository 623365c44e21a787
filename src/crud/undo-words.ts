import type { ResourceLabel } from '../domain/resource-spec.ts';
import type { MutationKind } from '../outbox/mutation.ts';
import type { UndoOutcome } from '../records/undo.ts';

/** What came of an undo. */
export const UNDO_WORDS: Readonly<Record<Exclude<UndoOutcome, 'asks'>, string>> = {
  undone: 'Undone.',
  sent: 'Too late to undo: this change is already being sent.',
  changed: 'Nothing was undone: the record has changed again since.',
};

/** What a person has just done: 'New customer saved.' */
export function savedWords(kind: MutationKind, { title, noun }: ResourceLabel): string {
  switch (kind) {
    case 'create':
      return `New ${noun} saved.`;
    case 'update':
      return `${title} saved.`;
    case 'delete':
      return `${title} deleted.`;
    default:
      return kind satisfies never;
  }
}
