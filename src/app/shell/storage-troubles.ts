import type { StorageWatch } from '../../db/storage-watch.ts';
import { createStore } from '../../domain/ports.ts';

export interface StorageTrouble {
  /** It has not responded for some seconds. */
  readonly silent: boolean;
  /** It rejected a user's decision, and nothing else said so. */
  readonly notSaved: boolean;
}

/** For `useSyncExternalStore`. Null if there is no problem. */
export interface StorageTroubles {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => StorageTrouble | null;
  readonly noteNotSaved: () => void;
  readonly dismiss: () => void;
}

/** Follows how long the page waits for its databases. */
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
