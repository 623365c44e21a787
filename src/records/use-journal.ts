import type { JournalEntry } from '../db/journal.ts';
import { findRecord } from '../db/mirror.ts';
import { tablesOf } from '../db/tables.ts';
import type { Fields } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import { useLiveRead } from './live-read.ts';

/** A change that is finished, or that was decided after a conflict. */
export interface FinishedChange extends JournalEntry {
  /** The record as screens see it now; null where it is shown no longer. */
  readonly view: Fields | null;
}

/** So many are promised to be kept; a few more may be. */
export const FINISHED_MAX = 500;

/** The last `limit` finished changes, newest first, live. Undefined until the device has answered. */
export function useJournal(limit: number): readonly FinishedChange[] | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RESOURCE_NAMES), async (tx) => {
        const entries = await relaxed.journal.orderBy('n').reverse().limit(limit).toArray();
        const finished: FinishedChange[] = [];
        for (const entry of entries) {
          const view = (await findRecord(tx, entry.resource, entry.localId))?.view ?? null;
          finished.push({ ...entry, view });
        }
        return finished;
      }),
    [limit],
  );
}
