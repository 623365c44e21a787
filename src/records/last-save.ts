import type { ResourceName } from '../domain/resource-spec.ts';
import type { MutationKind, UndoStep } from '../outbox/mutation.ts';

/** What a person saved or deleted last in this tab. */
export interface SaveNote {
  readonly resource: ResourceName;
  readonly localId: string;
  readonly kind: MutationKind;
  /** For `undoSave`; null where it cannot be taken back. */
  readonly undo: readonly UndoStep[] | null;
}
