import { useState } from 'react';
import type { ResourceLabel } from '../domain/resource-spec.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { undoStepsOf } from '../outbox/undone.ts';
import { undoWords } from '../words/undo.ts';
import { changeWords } from './change-words.ts';
import { UndoButton } from './undo-button.tsx';
import css from './undo-change.module.css';

interface Props {
  readonly change: Mutation;
  readonly label: ResourceLabel;
}

/** Takes the last save of a waiting change back. Nothing where it may have been sent. */
export function UndoChange({ change, label }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  const steps = undoStepsOf(change);
  const { resource, localId } = change;
  return (
    <div className={css['undo']}>
      {steps && (
        <UndoButton
          resource={resource}
          localId={localId}
          steps={steps}
          label={undoWords.undoChange({ change: changeWords(change, label) })}
          onDone={setSaid}
        />
      )}
      {said !== null && <p role="status">{said}</p>}
    </div>
  );
}
