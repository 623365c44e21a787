import type { StoreDraft } from '../../../crud/use-tap.ts';
import { addDrying } from '../../../domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../domain/drying/drying-facts.ts';
import { useJobEdit } from '../day/use-job-edit.ts';
import { fitted } from './continued-order.ts';

/** Adds entries to a job's log. A tap is not sent while it can be undone; a form's facts are sent at once. */
export function useDryingEdit(localId: string) {
  const { busy, problem, stamp, edit } = useJobEdit(localId);
  return {
    busy,
    problem,
    stamp,
    add: (facts: readonly DryingFact[], store?: StoreDraft) =>
      edit(
        ({ notes }, by) => ({ notes: fitted(addDrying(notes, by, facts)) }),
        store ? { store, held: false } : {},
      ),
  };
}
