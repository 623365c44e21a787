import { readable } from '../../../crud/readable.ts';
import { type StoreDraft, type TapOptions, useTap } from '../../../crud/use-tap.ts';
import { addItems, type ChecklistItem, markItem } from '../../../domain/day/checklist.ts';
import { addEntry, LOG, localOffset, type SignedStamp } from '../../../domain/day/entries.ts';
import { type CrewChange, changeCrew, type Step, takeStep } from '../../../domain/day/job.ts';
import type { WorkOrder } from '../../../domain/work-order.ts';
import { readSettings } from '../../../records/company-settings.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { NotSavedError } from '../../../records/save-transaction.ts';
import { useMyName } from './use-crew.ts';

/** Changes to a job. A tap is not sent while it can be undone. A note is sent at once. */
export interface JobEdit {
  /** Also true shortly after a save, because a gloved hand may tap twice. */
  readonly busy: boolean;
  readonly problem: string | null;
  readonly stamp: () => SignedStamp;
  readonly takeStep: (step: Step) => Promise<boolean>;
  /** @param store saves the note, and removes its draft in the same transaction */
  readonly addNote: (text: string, store: StoreDraft) => Promise<boolean>;
  readonly mark: (item: ChecklistItem, done: boolean) => Promise<boolean>;
  readonly addChecklist: (items: readonly string[]) => Promise<boolean>;
  /** @param refuse is asked in the transaction: another tab may have changed the crew */
  readonly assign: (change: CrewChange, refuse?: RefuseCrew) => Promise<boolean>;
  readonly edit: (change: Change, options?: TapOptions) => Promise<boolean>;
}

/** Returns why a change is refused, or null. */
export type RefuseCrew = (job: WorkOrder, change: CrewChange) => string | null;

type Change = (job: WorkOrder, by: SignedStamp) => Partial<WorkOrder>;

export function useJobEdit(localId: string): JobEdit {
  const services = useRecordServices();
  const { signed: who, isRead } = useMyName();
  const { busy, problem, tap } = useTap('workOrders', localId);

  function edit(change: Change, options?: TapOptions): Promise<boolean> {
    return tap(async () => {
      const by = isRead ? stamp() : await stampFromDevice();
      return (fields) => ({
        ...fields,
        ...change(readable('workOrders', fields) as unknown as WorkOrder, by),
      });
    }, options);
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
    assign: (change, refuse) =>
      edit((job) => {
        const why = refuse?.(job, change) ?? null;
        if (why !== null) throw new NotSavedError(why);
        return changeCrew(job, change);
      }),
    edit,
  };
}
