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

/** What the notice over the screens tells of; null while there is nothing to tell. For `useSyncExternalStore`. */
export class LastSave {
  readonly #listeners = new Set<() => void>();
  #note: SaveNote | null = null;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  getSnapshot = (): SaveNote | null => this.#note;

  note(note: SaveNote | null): void {
    this.#note = note;
    for (const listener of this.#listeners) listener();
  }
}
