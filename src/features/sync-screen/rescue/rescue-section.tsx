import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../../../crud/time.tsx';
import { useUnfinishedLoad, useUnsentFiles } from '../../../records/device-notes.ts';
import { useSyncStatus } from '../../../records/use-sync-status.ts';
import { LazySlot } from '../../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { formatMoment } from '../../../ui/text/format-date.ts';
import { loadRescueWords as words } from '../../../words/rescue.ts';
import { SyncPanel } from '../sync-panel.tsx';
import css from '../sync-screen.module.css';
import { SaveWork } from './save-work.tsx';

const LoadDialog = lazyPart(() => import('./load-dialog.tsx'));

/** Saves unsent work as a file, and loads such a file. */
export function RescueSection() {
  const status = useSyncStatus();
  const files = useUnsentFiles();
  const unfinished = useUnfinishedLoad();
  const now = useNow();
  const [loading, setLoading] = useState(false);
  const close = (): void => setLoading(false);
  if (!status) return null;
  const waits = status.waiting + status.parked + files > 0;
  return (
    <SyncPanel id="rescue" heading={words.heading}>
      <p>{words.intro}</p>
      {unfinished !== undefined && <p>{words.unfinished({ time: formatMoment(unfinished, now) })}</p>}
      <div className={css.ways}>
        {waits && <SaveWork />}
        <Button variant="default" onClick={() => setLoading(true)}>
          {words.loadFile}
        </Button>
      </div>
      <LazySlot onClose={close}>{loading && <LoadDialog onClose={close} />}</LazySlot>
    </SyncPanel>
  );
}
