import { useEffect, useState } from 'react';
import { liveRead } from '../live-read.ts';
import { useRecordServices } from '../record-services.ts';
import { allImports, countUnfinished, type ImportHead } from './import-rows.ts';

export function importLock(id: string): string {
  return `import|${id}`;
}

export type { ImportHead };

const useAllOf = liveRead((relaxed) => relaxed.transaction('r', relaxed.imports, allImports));
const useUnfinishedOf = liveRead((relaxed) => relaxed.transaction('r', relaxed.imports, countUnfinished));

/** Oldest first. */
export function useImports(): readonly ImportHead[] | undefined {
  return useAllOf(useRecordServices().db);
}

export function useUnfinishedImports(): number | undefined {
  return useUnfinishedOf(useRecordServices().db);
}

/** True while any tab is working on the import. */
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
      // A tab that dies sends no message, but its lock is released.
      await locks.request(name, async () => undefined, ends.signal).catch(() => undefined);
      if (!ends.signal.aborted) setRunning(false);
    };
    void look();
    return () => ends.abort();
  }, [locks, id, waiting, isStopped]);
  return running;
}
