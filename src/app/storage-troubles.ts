import type { StorageWatch } from '../db/storage-watch.ts';

/** The device's storage has not answered for some seconds. */
export interface StorageTrouble {
  /** Another tab is known to use the same data. */
  readonly elsewhere: boolean;
}

/** What is wrong with the device's storage; null while it answers. */
export interface StorageTroubles {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => StorageTrouble | null;
}

/** Follows the databases of a page. `isElsewhere` is asked once each time they fall silent. */
export function storageTroubles(watch: StorageWatch, isElsewhere: () => Promise<boolean>): StorageTroubles {
  const listeners = new Set<() => void>();
  let trouble: StorageTrouble | null = null;
  const isSilent = (): boolean => watch.getSnapshot() === 'silent';
  const publish = (next: StorageTrouble | null): void => {
    trouble = next;
    for (const listener of listeners) listener();
  };
  watch.subscribe(() => {
    if (!isSilent()) return publish(null);
    void isElsewhere().then((elsewhere) => {
      if (isSilent()) publish({ elsewhere });
    });
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => trouble,
  };
}
