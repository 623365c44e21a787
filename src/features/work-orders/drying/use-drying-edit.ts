import { createContext, useContext } from 'react';
import type { StoreDraft } from '../../../crud/use-tap.ts';
import type { DryingEntry } from '../../../domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../domain/drying/drying-facts.ts';
import { sayNow } from '../../../domain/drying/fast-clocks.ts';
import { dryingWords } from '../../../words/drying.ts';
import { useJobEdit } from '../day/use-job-edit.ts';
import { fitted } from './continued-order.ts';

/** All entries of the job, also of its other work orders. */
export const JobEntries = createContext<readonly DryingEntry[]>([]);

/** Adds entries to a job's log. A tap is not sent while it can be undone; a form's facts are sent at once. */
export function useDryingEdit(localId: string) {
  const { busy, problem, stamp, edit } = useJobEdit(localId);
  const entries = useContext(JobEntries);
  return {
    busy,
    problem,
    stamp,
    /** @param store saves a form's facts, and removes its draft in the same transaction */
    add: (facts: readonly DryingFact[], store?: StoreDraft) => {
      const full = store ? dryingWords.full : dryingWords.fullForTap;
      return edit(
        ({ notes }, by) => ({ notes: fitted(sayNow(notes, by, facts, entries), full) }),
        store ? { store, held: false } : {},
      );
    },
  };
}
