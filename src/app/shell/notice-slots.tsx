import { useState, useSyncExternalStore } from 'react';
import { useTakingCount } from '../../records/device-notes.ts';
import { useDraftCount } from '../../records/drafts/offered-drafts.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { useFilledScreen } from '../../ui/feedback/open-layers.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { frameWords } from '../../words/frame.ts';
import { DraftNotice, LostPhotosNotice, SavedNotice } from '../lazy-screens.ts';

const ClockNotice = lazyPart(() => import('./clock-notice.tsx'));

export function ClockSlot() {
  const ahead = useSyncStatus()?.clockAhead ?? 0;
  return <LazySlot onClose={() => undefined}>{ahead !== 0 && <ClockNotice ahead={ahead} />}</LazySlot>;
}

/** Offers unsaved forms. Stays mounted once shown, because the user may have opened a form in it. */
export function DraftSlot() {
  const count = useDraftCount() ?? 0;
  const [state, setState] = useState<'never' | 'wanted' | 'without'>('never');
  if (count > 0 && state === 'never') setState('wanted');
  return <LazySlot onClose={() => setState('without')}>{state === 'wanted' && <DraftNotice />}</LazySlot>;
}

/** Says which photos were not kept, by an earlier page or after their screen was left. */
export function LostPhotosSlot() {
  const { unkeptPhotos } = useRecordServices();
  const unkept = useSyncExternalStore(unkeptPhotos.subscribe, unkeptPhotos.getSnapshot);
  const notes = useTakingCount();
  const [without, setWithout] = useState(false);
  return (
    <LazySlot onClose={() => setWithout(true)}>
      {notes + unkept.length > 0 && !without && <LostPhotosNotice notes={notes} />}
    </LazySlot>
  );
}

export function SavedSlot() {
  const { lastSave } = useRecordServices();
  const note = useSyncExternalStore(lastSave.subscribe, lastSave.getSnapshot);
  // Below a layer that fills the screen, nobody would see the notice come. It comes when the layer is closed.
  const isBelow = useFilledScreen();
  const end = (): void => lastSave.set(null);
  return (
    <div role="status" aria-label={frameWords.saved}>
      <LazySlot onClose={end}>{note && !isBelow && <SavedNotice note={note} onEnd={end} />}</LazySlot>
    </div>
  );
}
