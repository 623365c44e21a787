import { namedBlocks } from '../domain/day/text-blocks.ts';
import type { FieldValue, RecordKey } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { HistoryNote } from '../outbox/lane-event.ts';
import { timedUnits } from '../outbox/merge/merge-facts.ts';
import type { Mutation } from '../outbox/mutation.ts';
import { readRow, writeMeta } from './meta-rows.ts';
import type { JournalEntry } from './past-changes.ts';
import type { Tx } from './tables.ts';

/** An entry of this device is watched this long, in ms. */
export const ENTRY_WATCH_MS = 24 * 60 * 60 * 1000;

export interface LostEntry extends RecordKey {
  readonly field: string;
  readonly block: string;
  readonly lines: readonly string[];
  readonly key: string;
  /** Device time in ms at which the loss was noticed. */
  readonly at: number;
}

/**
 * Asks about this device's log entries that a server copy has lost, until they come back.
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

/**
 * Returns this device's entries that somebody else removed.
 * @param own this device's confirmed changes within `ENTRY_WATCH_MS`, oldest first
 */
export function lostEntries(
  note: HistoryNote,
  own: readonly Pick<Mutation, 'fields'>[],
  now: number,
): LostEntry[] {
  if (note.by === 'me') return [];
  const { resource, localId } = note;
  return textsIn(note).flatMap(([field, { was, is }]) => {
    const added = new Set<string>();
    for (const { fields } of own) {
      const change = fields[field];
      if (!change) continue;
      const [before, after] = [entriesOf(change.base), entriesOf(change.value)];
      for (const key of after.keys()) if (!before.has(key)) added.add(key);
      for (const key of before.keys()) if (!after.has(key)) added.delete(key);
    }
    const left = entriesOf(is);
    return [...entriesOf(was)].flatMap(([key, { block, lines }]) =>
      left.has(key) || !added.has(key) ? [] : [{ resource, localId, field, block, lines, key, at: now }],
    );
  });
}

export function losesEntries(note: HistoryNote): boolean {
  return (
    note.by === 'other' &&
    textsIn(note).some(([, { was, is }]) => {
      const left = entriesOf(is);
      return [...entriesOf(was).keys()].some((key) => !left.has(key));
    })
  );
}

export function hasEntry(text: FieldValue | undefined, { key }: Pick<LostEntry, 'key'>): boolean {
  return entriesOf(text ?? null).has(key);
}

function textsIn({ resource, fields }: HistoryNote): [string, HistoryNote['fields'][string]][] {
  return Object.entries(fields).filter(([field]) => specOf(resource).texts.includes(field));
}

function entriesOf(text: FieldValue): Map<string, Pick<LostEntry, 'block' | 'lines'>> {
  const blocks = typeof text === 'string' ? namedBlocks(text) : [];
  return new Map(
    blocks.flatMap(({ key: name, heading, lines }) =>
      timedUnits(name, lines).map(
        (unit) => [unit.key, { block: blockName(heading), lines: unit.lines }] as const,
      ),
    ),
  );
}

function blockName(heading: string): string {
  return heading.replace(/^[\s-]+|[\s-]+$/g, '');
}
