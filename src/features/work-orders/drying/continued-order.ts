import { useRef, useState } from 'react';
import type { StoreDraft } from '../../../crud/use-tap.ts';
import { addressOf } from '../../../domain/address.ts';
import { readJob, writeJob } from '../../../domain/day/job.ts';
import { isTooLong } from '../../../domain/day/notes-share.ts';
import { specOf } from '../../../domain/resource-specs.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { createRecord } from '../../../records/commands.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { failedToWords, workOrderLabel } from '../../../words/common.ts';
import { dryingWords } from '../../../words/drying.ts';

/** A job's log is that of all work orders that name its project, so another one continues it. */
export function continuedOrder(record: WorkOrder): Partial<WorkOrder> {
  const { customer, title, notes } = record;
  const { crew, project } = readJob(notes);
  return { customer, title, ...addressOf(record), notes: writeJob('', { crew, project }) };
}

/** @param words say what became of what the person entered @throws NotSavedError if the notes are too long */
export function fitted(notes: string, words: string = dryingWords.full): string {
  if (isTooLong(notes)) throw new NotSavedError(words);
  return notes;
}

/** Saves in a new work order what the notes of `record` have no room for. */
export function useContinuedOrder(record: WorkOrder) {
  const services = useRecordServices();
  const isAdding = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** @param write adds to the new work order's notes */
  async function add(write: (notes: string) => string, store: StoreDraft): Promise<boolean> {
    if (isAdding.current) return false;
    isAdding.current = true;
    setProblem(null);
    try {
      const { clock, random } = services;
      const initial = specOf('workOrders').blank({ now: clock.now(), random: random() });
      const { notes = '', ...fields } = continuedOrder(record);
      const draft = { ...initial, ...fields, notes: write(notes) };
      const { localId, undo } = await store((draftId) =>
        createRecord(services, 'workOrders', draft, {
          initial,
          watch: false,
          ...(draftId !== undefined && { draftId }),
        }),
      );
      services.lastSave.set({ resource: 'workOrders', localId, kind: 'create', undo });
      return true;
    } catch (error) {
      setProblem(
        error instanceof NotSavedError ? error.message : failedToWords.save({ what: workOrderLabel.noun }),
      );
      return false;
    } finally {
      isAdding.current = false;
    }
  }

  return { problem, add };
}
