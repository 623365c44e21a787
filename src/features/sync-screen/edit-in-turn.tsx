import { useEffect } from 'react';
import { ResourceFormDialog } from '../../crud/form/lazy-dialogs.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { ParkedEntry } from '../../outbox/refusal-groups.ts';
import { useStillParked } from '../../records/parked-group.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { refusedGroupWords } from '../../words/sync-screen.ts';
import { useChangedRecord } from './use-changed-record.ts';

interface Props {
  readonly group: ParkedEntry;
  readonly onClose: () => void;
}

/** Puts one record after another before the person. A saved change is parked no longer: then the next one comes. */
export function EditInTurn({ group, onClose }: Props) {
  const parked = useStillParked(group.changes);
  const isDone = parked?.length === 0;
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);
  const [current, ...later] = parked ?? [];
  return (
    <LazySlot onClose={onClose}>
      {current && <OneEdit key={current.id} change={current} left={later.length} onClose={onClose} />}
    </LazySlot>
  );
}

interface OneProps {
  readonly change: Mutation;
  readonly left: number;
  readonly onClose: () => void;
}

function OneEdit({ change, left, onClose }: OneProps) {
  const view = useResourceView(change.resource);
  const { row } = useChangedRecord(change);
  if (!row) return null;
  return (
    <ResourceFormDialog
      view={view}
      row={row}
      refusal={change.refusal ?? undefined}
      note={refusedGroupWords.left({ count: left })}
      onClose={(saved) => {
        if (saved === null) onClose();
      }}
    />
  );
}
