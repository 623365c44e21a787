import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RecordKind } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { Mutation, UndoStep } from '../outbox/mutation.ts';
import { useRecordServices } from '../records/record-services.ts';
import { NotSavedError } from '../records/save-transaction.ts';
import { undoSave } from '../records/undo/undo-save.ts';
import { useRecord } from '../records/use-records.ts';
import { LazySlot } from '../ui/feedback/lazy-slot.tsx';
import { undoWords } from '../words/frame.ts';
import { changeWords, UNDO_WORDS } from './change-words.ts';
import { DeleteConfirm } from './form/lazy-dialogs.ts';
import { useResourceView } from './resource-view.ts';
import css from './undo-button.module.css';

interface UndoButtonProps {
  readonly resource: RecordKind;
  readonly localId: string;
  readonly steps: readonly UndoStep[];
  readonly label?: string;
  readonly onDone: (words: string) => void;
}

/** Undoes a save. If the save created a record that other changes depend on, asks first, as for a deletion. */
export function UndoButton({ resource, localId, steps, label, onDone }: UndoButtonProps) {
  const services = useRecordServices();
  const view = useResourceView(resource);
  const row = useRecord(resource, localId);
  const [asking, setAsking] = useState(false);

  async function undo(): Promise<void> {
    try {
      const outcome = await undoSave(services, steps);
      const isReferred = outcome === 'asks' || outcome === 'referred';
      if (isReferred && steps.length > 1) onDone(undoWords.referredToOne);
      else if (outcome === 'asks') setAsking(true);
      else onDone(UNDO_WORDS[outcome]);
    } catch (error) {
      if (!(error instanceof NotSavedError)) throw error;
      onDone(error.message);
    }
  }

  return (
    <>
      <Button variant="default" aria-label={label} onClick={() => void undo()}>
        {undoWords.undo}
      </Button>
      <LazySlot onClose={() => setAsking(false)}>
        {asking && view && row && <DeleteConfirm view={view} row={row} onClose={() => setAsking(false)} />}
      </LazySlot>
    </>
  );
}

interface UndoChangeProps {
  readonly change: Pick<Mutation, 'resource' | 'localId' | 'kind' | 'fields'>;
  /** Null if it cannot be undone. */
  readonly steps: readonly UndoStep[] | null;
}

export function UndoChange({ change, steps }: UndoChangeProps) {
  const [said, setSaid] = useState<string | null>(null);
  const { resource, localId } = change;
  return (
    <div className={css.undo}>
      {steps && (
        <UndoButton
          resource={resource}
          localId={localId}
          steps={steps}
          label={undoWords.undoChange({ change: changeWords(change, specOf(resource).label) })}
          onDone={setSaid}
        />
      )}
      {said !== null && <p role="status">{said}</p>}
    </div>
  );
}
