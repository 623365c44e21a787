import { useRef, useState } from 'react';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { resourceSpecs } from '../domain/resource-specs.ts';
import { editRecord, type SaveReceipt } from '../records/commands.ts';
import { useRecordServices } from '../records/record-services.ts';
import { NotSavedError } from '../records/save-transaction.ts';
import { failedToWords } from '../words/common.ts';

/** Taps are ignored for this long after a change. */
const PAUSE_MS = 700;

type Change = (fields: Fields) => Fields;
export type StoreDraft = (save: (draftId?: string) => Promise<SaveReceipt>) => Promise<SaveReceipt>;

export interface TapOptions {
  /** Saves the change, and removes its draft in the same transaction. */
  readonly store?: StoreDraft;
  /** Sends the change only after its undo period. */
  readonly held?: boolean;
}

interface Tap {
  /** Stays true for a moment after a save, because a gloved hand may tap twice. */
  readonly busy: boolean;
  readonly problem: string | null;
  readonly tap: (begin: () => Change | Promise<Change>, options?: TapOptions) => Promise<boolean>;
}

const withoutDraft: StoreDraft = (save) => save();

/** Changes a record outside its form, with a notice that can undo it. */
export function useTap(resource: ResourceName, localId: string): Tap {
  const services = useRecordServices();
  const [busy, setBusy] = useState(false);
  /** Known before the next render. */
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  function turnBusy(turned: boolean): void {
    isBusy.current = turned;
    setBusy(turned);
  }

  async function tap(
    begin: () => Change | Promise<Change>,
    { store = withoutDraft, held = true }: TapOptions = {},
  ): Promise<boolean> {
    if (isBusy.current) return false;
    turnBusy(true);
    setProblem(null);
    try {
      const change = await begin();
      const receipt = await store((draftId) =>
        editRecord(services, resource, localId, { change, held, draftId }),
      );
      const { undo, mutationId } = receipt;
      if (mutationId !== null || undo !== null)
        services.lastSave.set({ resource, localId: receipt.localId, kind: 'update', undo });
      return true;
    } catch (error) {
      const { noun } = resourceSpecs[resource].label;
      setProblem(error instanceof NotSavedError ? error.message : failedToWords.save({ what: noun }));
      return false;
    } finally {
      services.clock.setTimer(() => turnBusy(false), PAUSE_MS);
    }
  }

  return { busy, problem, tap };
}
