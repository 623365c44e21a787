import { useMemo } from 'react';
import { readable } from '../../../crud/readable.ts';
import { localOffset } from '../../../domain/day/entries.ts';
import { readJob } from '../../../domain/day/job.ts';
import { type DryingEntry, jobNotes, readDrying } from '../../../domain/drying/drying-entries.ts';
import type { DryingLog } from '../../../domain/drying/drying-log.ts';
import { foldDrying } from '../../../domain/drying/fold-drying.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { useCompleteness, useReferenced, useReferring } from '../../../records/use-records.ts';

export interface ReadLog {
  readonly entries: readonly DryingEntry[];
  readonly log: DryingLog;
  /** False while work orders that may belong to the job are still being read from the device. */
  readonly isWhole: boolean;
}

const NO_CUSTOMER = { localId: '', serverId: undefined };

/** Reads the log of the whole job: visits may be work orders of their own. */
export function useDryingLog({ customer, notes }: Pick<WorkOrder, 'customer' | 'notes'>): ReadLog {
  const { row = NO_CUSTOMER } = useReferenced('customers', customer);
  const others = useReferring('workOrders', 'customer', row);
  const isComplete = useCompleteness(['customers', 'workOrders']);
  return useMemo(() => {
    const all = others.map(({ view }) => {
      const other = readable('workOrders', view) as unknown as WorkOrder;
      // One customer has two ids on the device that created it.
      return { customer, notes: other.notes };
    });
    const entries = readDrying(jobNotes({ customer, notes }, all), localOffset);
    const isWhole = isComplete || readJob(notes).project === '';
    return { entries, log: foldDrying(entries), isWhole };
  }, [customer, notes, others, isComplete]);
}
