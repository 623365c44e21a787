import {
  type Confirmed,
  ENTRY_WATCH_MS,
  hasEntry,
  type LostEntry,
  losesEntries,
  lostEntries,
} from '../outbox/history.ts';
import type { HistoryNote } from '../outbox/lane-event.ts';
import { readRow, writeMeta } from './meta-rows.ts';
import type { JournalEntry } from './past-changes.ts';
import type { Tx } from './tables.ts';

/**
 * Looks for entries of this device's that changes of the server's copies took away, and puts them before a person. One that
 * has come back is no question any more.
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

/** Takes an entry off the questions: a person has answered. */
export async function settleLostEntry(tx: Tx, entry: LostEntry): Promise<void> {
  const known = (await readRow(tx, 'lostEntries'))?.entries ?? [];
  await writeMeta(tx, { key: 'lostEntries', entries: known.filter((one) => !isSameEntry(one, entry)) });
}

/**
 * The journal has what this device made, and the history what the server had of a change whose answer was lost or brought no
 * row. Entries are seldom lost: the 500 changes of the journal are looked through then.
 */
async function ownChanges(tx: Tx, note: HistoryNote, now: number): Promise<Confirmed[]> {
  const since = now - ENTRY_WATCH_MS;
  const { resource, localId } = note;
  const journal = await tx
    .table<JournalEntry, number>('journal')
    .filter(
      (entry) =>
        entry.localId === localId &&
        entry.resource === resource &&
        entry.outcome === 'confirmed' &&
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

function asConfirmed({ fields }: HistoryNote): Confirmed {
  const changes = Object.entries(fields).map(([field, { was, is }]) => [field, { base: was, value: is }]);
  return { fields: Object.fromEntries(changes) };
}

function bringsBack({ resource, localId, fields }: HistoryNote, entry: LostEntry): boolean {
  return resource === entry.resource && localId === entry.localId && hasEntry(fields[entry.field]?.is, entry);
}

function isSameEntry(one: LostEntry, other: LostEntry): boolean {
  return one.localId === other.localId && one.field === other.field && one.key === other.key;
}
