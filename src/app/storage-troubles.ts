import type { StorageWatch } from '../db/storage-watch.ts';

/** What is wrong with the device's storage. */
export interface StorageTrouble {
  /** It has not answered for some seconds. */
  readonly silent: boolean;
  /** Another tab is known to use the same data. */
  readonly elsewhere: boolean;
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

const NONE: StorageTrouble = { silent: false, elsewhere: false, notSaved: false };

/** Follows the databases of a page. `isElsewhere` is asked once each time they fall silent. */
export function storageTroubles(watch: StorageWatch, isElsewhere: () => Promise<boolean>): StorageTroubles {
  const listeners = new Set<() => void>();
  let trouble = NONE;
  const publish = (change: Partial<StorageTrouble>): void => {
    trouble = { ...trouble, ...change };
    for (const listener of listeners) listener();
  };
  const isSilent = (): boolean => watch.getSnapshot() === 'silent';
  watch.subscribe(() => {
    if (!isSilent()) return publish({ silent: false, elsewhere: false });
    void isElsewhere().then((elsewhere) => {
      if (isSilent()) publish({ silent: true, elsewhere });
    });
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => (trouble.silent || trouble.notSaved ? trouble : null),
    noteNotSaved: () => publish({ notSaved: true }),
    dismiss: () => publish({ notSaved: false }),
  };
}
