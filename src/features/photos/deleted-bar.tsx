import { useState, useSyncExternalStore } from 'react';
import { UNDO_WORDS } from '../../crud/change-words.ts';
import { UndoButton } from '../../crud/undo-button.tsx';
import { useRecordServices } from '../../records/record-services.ts';
import { useCanUndo } from '../../records/undo/undo-save.ts';
import { viewerWords } from '../../words/photo-screens.ts';
import css from './viewer.module.css';

interface Props {
  /** Shows the photo again. */
  readonly onUndone: (localId: string) => void;
}

/** Undoes a deletion where it was made. The notice of the app is below the viewer. */
export function DeletedBar({ onUndone }: Props) {
  const { lastSave } = useRecordServices();
  const note = useSyncExternalStore(lastSave.subscribe, lastSave.getSnapshot);
  const undo = note?.resource === 'attachments' && note.kind === 'delete' ? note.undo : null;
  const canUndo = useCanUndo(undo);
  const [said, setSaid] = useState<string | null>(null);
  return (
    <div role="status" className={css.deleted}>
      {said !== null && note === null && <p>{said}</p>}
      {note && undo && canUndo && (
        <>
          <p>{viewerWords.deleted}</p>
          <UndoButton
            resource="attachments"
            localId={note.localId}
            steps={undo}
            onDone={(words) => {
              setSaid(words);
              if (words === UNDO_WORDS.undone) onUndone(note.localId);
              lastSave.set(null);
            }}
          />
        </>
      )}
    </div>
  );
}
