import type { StorageWatch } from '../../db/storage-watch.ts';
import { createStore } from '../../domain/store.ts';

/** What is wrong with the device's storage. */
export interface StorageTrouble {
  /** It has not answered for some seconds. */
  readonly silent: boolean;
  /** It did not take a person's decision, who has not been told otherwise. */
  readonly notSaved: boolean;
}

/** The troubles with the device's storage, for `useSyncExternalStore`; null while there is none. */
export interface StorageTroubles {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => StorageTrouble | null;
  readonly noteNotSaved: () => void;
  /** The person has read that a decision was not saved. */
  readonly dismiss: () => void;
}

/** Follows how long a page waits for its databases. */
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
