import { useEffect, useState } from 'react';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { useStillParked } from '../../records/parked.ts';
import type { ParkedEntry } from '../../records/refusal-groups.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { refusedGroupWords } from '../../words/sync.ts';
import { useChangedRecord } from './change-card.tsx';

interface Props {
  readonly group: ParkedEntry;
  readonly onClose: () => void;
}

/** Saving or skipping a record opens the next. */
export function EditInTurn({ group: { changes }, onClose }: Props) {
  const parked = useStillParked(changes);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const [current, ...later] = (parked ?? []).filter(({ id }) => !skipped.includes(id));
  const isDone = parked !== undefined && current === undefined;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  if (!current) return null;
  const place = changes.findIndex(({ id }) => id === current.id) + 1;
  return (
    <LazySlot onClose={onClose}>
      <OneEdit
        key={current.id}
        change={current}
        turn={refusedGroupWords.turn({ place, count: changes.length })}
        submit={later.length > 0 ? refusedGroupWords.saveAndNext : refusedGroupWords.saveLast}
        onSkip={() => setSkipped([...skipped, current.id])}
        onClose={onClose}
      />
    </LazySlot>
  );
}

interface OneProps {
  readonly change: Mutation;
  readonly turn: string;
  readonly submit: string;
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

function OneEdit({ change, turn, submit, onSkip, onClose }: OneProps) {
  const view = useResourceView(change.resource);
  const { row } = useChangedRecord(change);
  if (!view || !row) return null;
  return (
    <ResourceFormDialog
      view={view}
      row={row}
      refusal={change.refusal ?? undefined}
      note={turn}
      submit={submit}
      onSkip={onSkip}
      onClose={(saved) => {
        if (saved === null) onClose();
      }}
    />
  );
}
