import { useEffect, useState } from 'react';
import { delay } from '../../domain/ports.ts';
import { type StorageUse, useRecordServices } from '../../records/record-services.ts';
import { formatBytes } from '../../ui/text/format-values.tsx';
import { storageWords } from '../../words/sync.ts';
import { Meter, SyncPanel } from './sync-panel.tsx';
import css from './sync-screen.module.css';

/** A smaller share would not be visible. */
const LEAST_PERCENT = 1;

const AGAIN_MS = 15_000;

export function StorageMeter() {
  const use = useStorageUse();
  if (!use) return null;
  const percent = Math.min(100, Math.max(LEAST_PERCENT, (100 * use.used) / Math.max(1, use.room)));
  return (
    <SyncPanel id="storage" heading={storageWords.heading}>
      <p>
        {storageWords.use({
          used: formatBytes(use.used),
          room: formatBytes(Math.max(0, use.room - use.used)),
        })}
      </p>
      <Meter percent={percent} />
      <p className={css.what}>{use.promised ? storageWords.promised : storageWords.notPromised}</p>
    </SyncPanel>
  );
}

function useStorageUse(): StorageUse | null {
  const services = useRecordServices();
  const [use, setUse] = useState<StorageUse | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    async function follow(): Promise<void> {
      while (!signal.aborted) {
        const found = await services.storageUse().catch(() => undefined);
        if (found !== undefined && !signal.aborted) setUse(found);
        await delay(services.clock, AGAIN_MS, signal);
      }
    }
    void follow();
    return () => gone.abort();
  }, [services]);
  return use;
}
