import { readLane } from '../db/lane-store.ts';
import { findRecord } from '../db/mirror.ts';
import { mutationsOf } from '../db/outbox.ts';
import type { HistoryEntry, JournalEntry } from '../db/past-changes.ts';
import { type AppDatabase, tablesOf } from '../db/tables.ts';
import { valuesOf } from '../domain/field-changes.ts';
import type { Fields, ResourceName } from '../domain/resource-spec.ts';
import { RESOURCE_NAMES } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { SavedChange, UndoStep } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';

/** So many changes of a record are shown. */
export const HISTORY_MAX = 50;

/** What changed in a record, the last first, and one more than is shown, live. Undefined until the device has answered. */
export function useHistory(resource: ResourceName, localId: string): readonly HistoryEntry[] | undefined {
  return useLiveRead(
    (relaxed) => historyOf(relaxed, [resource, localId], HISTORY_MAX + 1),
    [resource, localId],
  );
}

function historyOf(
  { history }: AppDatabase,
  key: [ResourceName, string],
  limit: number,
): Promise<HistoryEntry[]> {
  return history.where('[resource+localId]').equals(key).reverse().limit(limit).toArray();
}

/** The last thing that this device did to a record, with the way to undo it. */
interface LastChange {
  readonly change: SavedChange;
  readonly steps: readonly UndoStep[];
}

/**
 * Returns what the server confirmed last of a record, live; null where the record has changed since, or a change of it waits.
 * Undefined until the device has answered.
 */
export function useLastChange(resource: ResourceName, localId: string): LastChange | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, resource), async (tx) => {
        const lane = await readLane(tx, { resource, localId });
        const [newest] = await historyOf(relaxed, [resource, lane.localId], 1);
        return lastChangeOf(lane, newest);
      }),
    [resource, localId],
  );
}

function lastChangeOf(
  { resource, localId, record, mutations }: Lane,
  newest?: HistoryEntry,
): LastChange | null {
  if (mutations.length > 0 || !record?.view || !record.confirmed?.isLast) return null;
  const { id: left, kind } = record.confirmed;
  if (kind === 'create' ? newest : newest?.by !== 'me') return null;
  const fields = Object.entries(newest?.fields ?? {}).map(([field, { was, is }]) => [
    field,
    { base: was, value: is },
  ]);
  const change = { kind, fields: Object.fromEntries(fields) } as SavedChange;
  return { change, steps: [{ resource, localId, before: null, mergeBase: null, left, change }] };
}

/** A change that is finished, or that was decided after a conflict. */
export interface FinishedChange extends JournalEntry {
  /** The record as screens see it now; null where it is shown no longer. */
  readonly view: Fields | null;
  /** The record as it was last seen, be it deleted since; null where nothing is left of it. */
  readonly seen: Fields | null;
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
        // A deletion is newer than the other changes of its record.
        const deleted = new Map<string, Fields>();
        for (const entry of entries) {
          const key = `${entry.resource} ${entry.localId}`;
          if (entry.deleted) deleted.set(key, entry.deleted);
          const view = (await findRecord(tx, entry.resource, entry.localId))?.view ?? null;
          finished.push({ ...entry, view, seen: view ?? deleted.get(key) ?? null });
        }
        return finished;
      }),
    [limit],
  );
}

/**
 * A record as a person last saw it, be it hidden by a deletion that waits; live. Undefined until the device has
 * answered, null where it knows nothing of it.
 */
export function useLastSeen(resource: ResourceName, localId: string): Fields | null | undefined {
  return useLiveRead(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, resource), async (tx) => {
        const record = await findRecord(tx, resource, localId);
        if (record?.view) return record.view;
        const changes = await mutationsOf(tx, resource, record?.localId ?? localId);
        const values = changes.map(({ fields }) => valuesOf(fields));
        const seen: Fields = Object.assign({}, record?.server, ...values);
        return Object.keys(seen).length > 0 ? seen : null;
      }),
    [resource, localId],
  );
}
