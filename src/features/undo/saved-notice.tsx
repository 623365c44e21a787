import { useEffect, useEffectEvent, useState } from 'react';
import { UndoButton } from '../../crud/undo-button.tsx';
import { savedWords } from '../../crud/undo-words.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { UNDO_MS } from '../../outbox/retry-policy.ts';
import type { SaveNote } from '../../records/last-save.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { useCanUndo } from '../../records/use-can-undo.ts';
import css from './saved-notice.module.css';

export interface SavedNoticeProps {
  readonly note: SaveNote;
  readonly onEnd: () => void;
}

/** Says for some seconds what was just saved or deleted, with a way to take it back. A lazy chunk. */
export default function SavedNotice({ note, onEnd }: SavedNoticeProps) {
  const { resource, localId, kind, undo } = note;
  const [said, setSaid] = useState<string | null>(null);
  /** Somebody has it under their keyboard. */
  const [held, setHeld] = useState(false);
  const steps = useCanUndo(undo) ? undo : null;
  useEnd(held ? null : (said ?? note), onEnd);
  function done(words: string): void {
    setSaid(words);
    // The button that had the focus is gone, and nobody tells.
    setHeld(false);
  }
  return (
    <div className={css['notice']} data-no-print onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      <p className={css['words']}>{said ?? savedWords(kind, resourceSpecs[resource].label)}</p>
      {said === null && steps && (
        <UndoButton resource={resource} localId={localId} steps={steps} onDone={done} />
      )}
    </div>
  );
}

/** Ends the notice after as long as a deletion waits; each time anew that it says something else. */
function useEnd(said: unknown, onEnd: () => void): void {
  const { clock } = useRecordServices();
  const end = useEffectEvent(onEnd);
  useEffect(() => (said === null ? undefined : clock.setTimer(() => end(), UNDO_MS)), [said, clock]);
}
