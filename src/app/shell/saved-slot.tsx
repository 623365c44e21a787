import { useSyncExternalStore } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { frameWords } from '../../words/frame.ts';
import { SavedNotice } from '../lazy-screens.ts';

/** Where what was just saved is told, and can be undone. */
export function SavedSlot() {
  const { lastSave } = useRecordServices();
  const note = useSyncExternalStore(lastSave.subscribe, lastSave.getSnapshot);
  const end = (): void => lastSave.set(null);
  return (
    <div role="status" aria-label={frameWords.saved}>
      <LazySlot onClose={end}>{note && <SavedNotice note={note} onEnd={end} />}</LazySlot>
    </div>
  );
}
