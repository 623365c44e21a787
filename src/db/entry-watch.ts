import type { HistoryNote } from '../outbox/lane-event.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { hasEntry, type LostEntry, losesEntries, lostEntries } from './lost-entries.ts';
import { readRow, writeMeta } from './meta-rows.ts';
import type { JournalEntry } from './past-changes.ts';
import type { Tx } from './tables.ts';

/** How long this device's entries are watched, in ms. */
export const ENTRY_WATCH_MS = 24 * 60 * 60 * 1000;

/**
 * Records which of this device's log entries a server copy has lost, until they come back. The Sync screen asks about
 * them.
 * @param now device time in ms
 */
export async function watchEntries(tx: Tx, notes: readonly HistoryNote[], now: number): Promise<void> {
  if (notes.length === 0) return;
  const known = (await readRow(tx, 'lostEntries'))?.entries ?? [];
  const lost: LostEntry[] = [];
  for (const note of notes.filter(losesEntries))
    lost.push(...lostEntries(note, await ownChanges(tx, note, now), now));
  const missing = known.filter((entry) => !notes.some((note) => bringsBack(note, entry)));
  if (lost.length === 0 && missing.length === known.length) return;
  const added = lost.filter((entry) => !missing.some((one) => isSameEntry(one, entry)));
  await writeMeta(tx, { key: 'lostEntries', entries: [...missing, ...added] });
}

export async function settleLostEntry(tx: Tx, entry: LostEntry): Promise<void> {
  const known = (await readRow(tx, 'lostEntries'))?.entries ?? [];
  await writeMeta(tx, { key: 'lostEntries', entries: known.filter((one) => !isSameEntry(one, entry)) });
}

/** Also reads the history, because the journal lacks changes whose answer was lost. */
async function ownChanges(tx: Tx, note: HistoryNote, now: number): Promise<Pick<Mutation, 'fields'>[]> {
  const since = now - ENTRY_WATCH_MS;
  const { resource, localId } = note;
  const journal = await tx
    .table<JournalEntry, number>('journal')
    .filter(
      (entry) =>
        entry.localId === localId &&
        entry.resource === resource &&
        (entry.outcome === 'confirmed' || entry.outcome === 'same') &&
        entry.at > since,
    )
    .toArray();
  const seen = await tx
    .table<HistoryNote, number>('history')
    .where('[resource+localId]')
    .equals([resource, localId])
    .filter(({ by, at }) => by === 'me' && at > since)
    .toArray();
  return [...journal, ...seen.map(asConfirmed)];
}

function asConfirmed({ fields }: HistoryNote): Pick<Mutation, 'fields'> {
  const changes = Object.entries(fields).map(([field, { was, is }]) => [field, { base: was, value: is }]);
  return { fields: Object.fromEntries(changes) };
}

function bringsBack({ resource, localId, fields }: HistoryNote, entry: LostEntry): boolean {
  return resource === entry.resource && localId === entry.localId && hasEntry(fields[entry.field]?.is, entry);
}

function isSameEntry(one: LostEntry, other: LostEntry): boolean {
  return one.localId === other.localId && one.field === other.field && one.key === other.key;
}
