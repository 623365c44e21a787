import { useEffect, useEffectEvent, useState } from 'react';
import { specOf } from '../domain/resource-specs.ts';
import { UNDO_MS } from '../outbox/retry-policy.ts';
import { useRecordServices } from '../records/record-services.ts';
import { type SaveNote, useCanUndo } from '../records/undo/undo-save.ts';
import { useAnyLayer } from '../ui/feedback/open-layers.ts';
import { savedWords } from './change-words.ts';
import css from './saved-notice.module.css';
import { UndoButton } from './undo-button.tsx';

export interface SavedNoticeProps {
  readonly note: SaveNote;
  readonly onEnd: () => void;
}

export default function SavedNotice({ note, onEnd }: SavedNoticeProps) {
  const { resource, localId, kind, count, undo } = note;
  const [said, setSaid] = useState<{ readonly of: SaveNote; readonly words: string } | null>(null);
  const [focused, setFocused] = useState(false);
  const covered = useAnyLayer();
  const canUndo = useCanUndo(undo);
  // Do not show the result of undoing another save.
  const words = said?.of === note ? said.words : null;
  const steps = words === null && canUndo ? undo : null;
  // No blur event fires when the focused button is removed.
  const held = covered || (focused && steps !== null);
  useEnd(held ? null : (words ?? note), onEnd);
  return (
    <div
      className={css.notice}
      data-no-print
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className={css.words}>{words ?? savedWords(kind, specOf(resource).label, count)}</p>
      {steps && (
        <UndoButton
          resource={resource}
          localId={localId}
          steps={steps}
          onDone={(done) => setSaid({ of: note, words: done })}
        />
      )}
    </div>
  );
}

/** New words restart the timer. */
function useEnd(said: unknown, onEnd: () => void): void {
  const { clock } = useRecordServices();
  const end = useEffectEvent(onEnd);
  useEffect(() => (said === null ? undefined : clock.setTimer(() => end(), UNDO_MS)), [said, clock]);
}
