import { useState } from 'react';
import { readable } from '../../../crud/readable.ts';
import { addItems, type ChecklistItem, markItem } from '../../../domain/day/checklist.ts';
import { addEntry, LOG, localOffset, type SignedStamp } from '../../../domain/day/entries.ts';
import { type CrewChange, changeCrew, type Step, takeStep } from '../../../domain/day/job.ts';
import { type WorkOrder, workOrderSpec } from '../../../domain/work-order.ts';
import { editRecord, type SaveReceipt } from '../../../records/commands.ts';
import { readSettings } from '../../../records/company-settings.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { failedToWords } from '../../../words/common.ts';
import { useMyName } from './use-crew.ts';

/** A tap waits for its undo before it is sent. A note is sent at once. */
export interface JobEdit {
  /** Also shortly after a save: a gloved hand may tap twice. */
  readonly busy: boolean;
  readonly problem: string | null;
  readonly stamp: () => SignedStamp;
  readonly takeStep: (step: Step) => Promise<boolean>;
  /** @param store saves the note, and removes its draft in the same transaction */
  readonly addNote: (text: string, store: StoreDraft) => Promise<boolean>;
  readonly mark: (item: ChecklistItem, done: boolean) => Promise<boolean>;
  readonly addChecklist: (items: readonly string[]) => Promise<boolean>;
  readonly assign: (change: CrewChange) => Promise<boolean>;
}

/** Taps are ignored for this long after a change. */
const PAUSE_MS = 700;

type Change = (job: WorkOrder, by: SignedStamp) => Partial<WorkOrder>;
type StoreDraft = (save: (draftId?: string) => Promise<SaveReceipt>) => Promise<SaveReceipt>;

interface How {
  readonly store?: StoreDraft;
  readonly held?: boolean;
}

const withoutDraft: StoreDraft = (save) => save();

export function useJobEdit(localId: string): JobEdit {
  const services = useRecordServices();
  const { signed: who, isRead } = useMyName();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function edit(change: Change, { store = withoutDraft, held = true }: How = {}): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setProblem(null);
    try {
      const by = isRead ? stamp() : await stampFromDevice();
      const receipt = await store((draftId) =>
        editRecord(services, 'workOrders', localId, {
          change: (fields) => ({
            ...fields,
            ...change(readable('workOrders', fields) as unknown as WorkOrder, by),
          }),
          held,
          draftId,
        }),
      );
      const { undo, mutationId } = receipt;
      if (mutationId !== null || undo !== null)
        services.lastSave.set({ resource: 'workOrders', localId: receipt.localId, kind: 'update', undo });
      return true;
    } catch (error) {
      setProblem(
        error instanceof NotSavedError
          ? error.message
          : failedToWords.save({ what: workOrderSpec.label.noun }),
      );
      return false;
    } finally {
      services.clock.setTimer(() => setBusy(false), PAUSE_MS);
    }
  }

  function stamp(name = who): SignedStamp {
    const at = services.clock.now();
    return { at, offset: localOffset(at), who: name };
  }

  /** The user may tap before the settings have been read. */
  async function stampFromDevice(): Promise<SignedStamp> {
    const { myName } = await readSettings(services);
    return stamp(myName.trim() || who);
  }

  return {
    busy,
    problem,
    stamp,
    takeStep: (step) => edit((job, by) => takeStep(job, step, by)),
    addNote: (text, store) =>
      edit(({ notes }, by) => ({ notes: addEntry(notes, LOG, { ...by, text }) }), { store, held: false }),
    mark: (item, done) => edit(({ notes }, by) => ({ notes: markItem(notes, item, done ? by : null) })),
    addChecklist: (items) => edit(({ notes }) => ({ notes: addItems(notes, items) })),
    assign: (change) => edit((job) => changeCrew(job, change)),
  };
}
