import { namedBlocks } from '../domain/day/text-blocks.ts';
import type { FieldValue } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { HistoryNote, LaneKey } from './lane-event.ts';
import { timedUnits } from './merge-facts.ts';
import type { FieldChanges } from './mutation.ts';

/** For how long an entry that this device added is looked for in the server's copies, in ms. */
export const ENTRY_WATCH_MS = 24 * 60 * 60 * 1000;

/** A log entry that this device added and that a later copy from the server no longer has. */
export interface LostEntry extends LaneKey {
  readonly field: string;
  /** Name of the block that held it. */
  readonly block: string;
  readonly lines: readonly string[];
  /** Names the entry in its text, however it is spaced. */
  readonly key: string;
  /** Device time in ms at which it was missing. */
  readonly at: number;
}

/** A change of the record that the server has confirmed. */
export interface Confirmed {
  readonly fields: FieldChanges;
}

/**
 * Returns the entries that another's change of a record took out of its texts and that this device had added.
 * @param own this device's confirmed changes of the record within `ENTRY_WATCH_MS`, oldest first
 */
export function lostEntries(note: HistoryNote, own: readonly Confirmed[], now: number): LostEntry[] {
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

/** Tells if another's change took an entry out of a text, whoever had added it. */
export function losesEntries(note: HistoryNote): boolean {
  return (
    note.by === 'other' &&
    textsIn(note).some(([, { was, is }]) => {
      const left = entriesOf(is);
      return [...entriesOf(was).keys()].some((key) => !left.has(key));
    })
  );
}

/** Tells if a text has an entry. */
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
