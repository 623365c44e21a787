import { useState } from 'react';
import { resourceSpecs } from '../domain/resource-specs.ts';
import type { Mutation, UndoStep } from '../outbox/mutation.ts';
import { undoWords } from '../words/frame.ts';
import { changeWords } from './change-words.ts';
import { UndoButton } from './undo-button.tsx';
import css from './undo-change.module.css';

interface Props {
  readonly change: Pick<Mutation, 'resource' | 'localId' | 'kind' | 'fields'>;
  /** The steps of its undo; null if it cannot be undone. */
  readonly steps: readonly UndoStep[] | null;
}

/** Undoes a change beside which it stands, and says what came of that. */
export function UndoChange({ change, steps }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  const { resource, localId } = change;
  return (
    <div className={css['undo']}>
      {steps && (
        <UndoButton
          resource={resource}
          localId={localId}
          steps={steps}
          label={undoWords.undoChange({ change: changeWords(change, resourceSpecs[resource].label) })}
          onDone={setSaid}
        />
      )}
      {said !== null && <p role="status">{said}</p>}
    </div>
  );
}
