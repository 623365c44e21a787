import type { PageDatabases } from '../../db/page-databases.ts';

/** What is wrong with the device's storage. */
export interface StorageTrouble {
  /** It has not answered for some seconds. */
  readonly silent: boolean;
  /** Another tab is known to use the same data. */
  readonly elsewhere: boolean;
  /** The page has come back, and parts of it wait for what never comes: it is to be loaded again. */
  readonly stale: boolean;
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

const NONE: StorageTrouble = { silent: false, elsewhere: false, stale: false, notSaved: false };

/** Follows the databases of a page. `isElsewhere` is asked once each time they fall silent. */
export function storageTroubles(
  databases: PageDatabases,
  isElsewhere: () => Promise<boolean>,
): StorageTroubles {
  const { watch } = databases;
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
  databases.onStale(() => publish({ stale: true }));
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => (trouble.silent || trouble.stale || trouble.notSaved ? trouble : null),
    noteNotSaved: () => publish({ notSaved: true }),
    dismiss: () => publish({ notSaved: false }),
  };
}
