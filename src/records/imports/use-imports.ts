import { useEffect, useState } from 'react';
import { allImports, countUnfinished, type ImportHead } from '../../db/tables.ts';
import { liveRead } from '../live-read.ts';
import { useRecordServices } from '../record-services.ts';

/** Held while a tab makes the customers of an import: other tabs do not say that it was stopped. */
export function importLock(id: string): string {
  return `import|${id}`;
}

export type { ImportHead };

const useAllOf = liveRead((relaxed) => relaxed.transaction('r', relaxed.imports, allImports));
const useUnfinishedOf = liveRead((relaxed) => relaxed.transaction('r', relaxed.imports, countUnfinished));

/** All imports of which this device still has something, oldest first, live. Undefined until the device has answered. */
export function useImports(): readonly ImportHead[] | undefined {
  return useAllOf(useRecordServices().db);
}

/** How many imports are not finished, live. Undefined until the device has answered. */
export function useUnfinishedImports(): number | undefined {
  return useUnfinishedOf(useRecordServices().db);
}

/** Whether some tab is working on an import; undefined until that is known. Asked again with each step of it. */
export function useIsRunning({ id, waiting, isStopped }: ImportHead): boolean | undefined {
  const { locks } = useRecordServices();
  const [running, setRunning] = useState<boolean>();
  useEffect(() => {
    const ends = new AbortController();
    const name = importLock(id);
    const look = async (): Promise<void> => {
      const isHeld = (await locks.held().catch((): readonly string[] => [])).includes(name);
      if (ends.signal.aborted) return;
      setRunning(isHeld);
      if (!isHeld) return;
      // A tab that is closed or dies tells nobody, but its lock is free then.
      await locks.request(name, async () => undefined, ends.signal).catch(() => undefined);
      if (!ends.signal.aborted) setRunning(false);
    };
    void look();
    return () => ends.abort();
  }, [locks, id, waiting, isStopped]);
  return running;
}
