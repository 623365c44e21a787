import type { StorageWatch } from '../../db/storage-watch.ts';
import { createStore } from '../../domain/ports.ts';

export interface StorageTrouble {
  /** The storage has not responded for some seconds. */
  readonly silent: boolean;
  /** The storage rejected a user's decision, and nothing else told the user. */
  readonly notSaved: boolean;
}

/** The snapshot is null if there is no problem. */
export interface StorageTroubles {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => StorageTrouble | null;
  readonly noteNotSaved: () => void;
  readonly dismiss: () => void;
}

/** Reports when the databases do not respond or a decision was not saved. */
export function storageTroubles(watch: StorageWatch): StorageTroubles {
  const trouble = createStore<StorageTrouble | null>(null);
  let notSaved = false;
  const publish = (): void => {
    const silent = watch.getSnapshot() === 'silent';
    trouble.set(silent || notSaved ? { silent, notSaved } : null);
  };
  const note = (isNotSaved: boolean): void => {
    notSaved = isNotSaved;
    publish();
  };
  watch.subscribe(publish);
  return {
    subscribe: trouble.subscribe,
    getSnapshot: trouble.getSnapshot,
    noteNotSaved: () => note(true),
    dismiss: () => note(false),
  };
}
