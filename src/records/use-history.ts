import { readLane } from '../db/lane-store.ts';
import { findRecord, mutationsOf } from '../db/mirror-and-outbox.ts';
import type { HistoryEntry, JournalEntry } from '../db/past-changes.ts';
import { type AppDatabase, type Tx, tablesOf } from '../db/tables.ts';
import { valuesOf } from '../domain/field-changes.ts';
import { isOfSigning } from '../domain/papers/signed-texts.ts';
import { JOURNAL_MOST } from '../domain/receipt.ts';
import type { Fields, RecordKind } from '../domain/resource-spec.ts';
import { RECORD_KINDS } from '../domain/resource-specs.ts';
import type { Lane } from '../outbox/lane.ts';
import type { SavedChange, UndoStep } from '../outbox/mutation.ts';
import { useLiveRead } from './live-read.ts';

const HISTORY_MAX = 50;

interface History {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly hasOlder: boolean;
}

export function useHistory(resource: RecordKind, localId: string): History | undefined {
  return useLiveRead(
    async (relaxed) => {
      const found = await historyOf(relaxed, [resource, localId], HISTORY_MAX + 1);
      return { entries: found.slice(0, HISTORY_MAX), hasOlder: found.length > HISTORY_MAX };
    },
    [resource, localId],
  );
}

function historyOf(
  { history }: AppDatabase,
  key: [RecordKind, string],
  limit: number,
): Promise<HistoryEntry[]> {
  return history.where('[resource+localId]').equals(key).reverse().limit(limit).toArray();
}

interface LastChange {
  readonly change: SavedChange;
  readonly steps: readonly UndoStep[];
}

/** Returns this device's last confirmed change. Null if the record has changed since then, or has open changes. */
export function useLastChange(resource: RecordKind, localId: string): LastChange | null | undefined {
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
  if (isOfSigning(change.fields)) return null;
  return { change, steps: [{ resource, localId, before: null, mergeBase: null, left, change }] };
}

export interface FinishedChange extends JournalEntry {
  readonly view: Fields | null;
  /** The last known values, even if the record was deleted. */
  readonly seen: Fields | null;
}

interface Journal {
  /** Newest first. */
  readonly finished: readonly FinishedChange[];
  /** Older entries. `kept`: a higher limit shows them. `dropped`: no limit shows them. */
  readonly older: 'none' | 'kept' | 'dropped';
}

export function useJournal(limit: number): Journal | undefined {
  // The journal may hold a few more entries.
  const most = Math.min(limit, JOURNAL_MOST);
  return useLiveRead<Journal>(
    (relaxed) =>
      relaxed.transaction('r', tablesOf(relaxed, ...RECORD_KINDS), async (tx) => {
        const entries = await relaxed.journal
          .orderBy('n')
          .reverse()
          .limit(most + 1)
          .toArray();
        const finished = await withRecords(tx, entries.slice(0, most));
        if (entries.length > most) return { finished, older: limit < JOURNAL_MOST ? 'kept' : 'dropped' };
        const oldest = entries.at(-1)?.n ?? FIRST_ENTRY;
        return { finished, older: oldest > FIRST_ENTRY ? 'dropped' : 'none' };
      }),
    [limit],
  );
}

/** The journal counts its entries from here. */
const FIRST_ENTRY = 1;

/** @param entries newest first, so that a deleted record is named in its earlier entries too */
export async function withRecords(tx: Tx, entries: readonly JournalEntry[]): Promise<FinishedChange[]> {
  const finished: FinishedChange[] = [];
  const deleted = new Map<string, Fields>();
  for (const entry of entries) {
    const key = `${entry.resource} ${entry.localId}`;
    if (entry.deleted) deleted.set(key, entry.deleted);
    const view = (await findRecord(tx, entry.resource, entry.localId))?.view ?? null;
    finished.push({ ...entry, view, seen: view ?? deleted.get(key) ?? null });
  }
  return finished;
}

/** Returns the record's last known values, even if a waiting deletion hides it. Null if unknown. */
export function useLastSeen(resource: RecordKind, localId: string): Fields | null | undefined {
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
