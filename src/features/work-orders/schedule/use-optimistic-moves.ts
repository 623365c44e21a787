import { useMemo, useState } from 'react';
import { withRow } from '../../../domain/schedule/index-days.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import type { Row, ScheduleData } from './schedule-types.ts';

interface Replacement {
  readonly old: Row;
  readonly fresh: Row;
}

export interface OptimisticMoves {
  /** Shows the job as it will be once it is saved. Ends when the saved job is read, or with `takeBack`. */
  readonly show: (row: Row, fields: Partial<WorkOrder>) => void;
  /** Shows the job as it was. */
  readonly takeBack: (row: Row) => void;
}

/** A drop is shown at once, because a save takes longer than a frame. The notice follows once it is on the disk. */
export function useOptimisticMoves(saved: ScheduleData): {
  readonly data: ScheduleData;
  readonly moves: OptimisticMoves;
} {
  const [shown, setShown] = useState<readonly Replacement[]>([]);
  const { index, slots } = saved;
  const left = useMemo(() => shown.filter(({ old }) => index.list.rows.includes(old)), [shown, index]);
  if (left.length < shown.length) setShown(left);
  const data = useMemo(() => {
    const now = left.reduce((before, one) => withRow(before, one, slots.dates), index);
    return now === index ? saved : { ...saved, index: now };
  }, [left, index, slots, saved]);
  const moves = useMemo(
    (): OptimisticMoves => ({
      show: (old, fields) => {
        const fresh: Row = { ...old, view: { ...old.view, ...fields }, isSaving: true };
        setShown((before) => [...before, { old, fresh }]);
      },
      takeBack: (row) => setShown((before) => before.filter(({ old }) => old !== row)),
    }),
    [],
  );
  return { data, moves };
}
