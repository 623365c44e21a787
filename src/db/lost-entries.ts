import { namedBlocks } from '../domain/day/text-blocks.ts';
import { saysAll } from '../domain/drying/drying-entries.ts';
import type { FieldValue, RecordKey } from '../domain/resource-spec.ts';
import { specOf } from '../domain/resource-specs.ts';
import type { HistoryNote } from '../outbox/lane-event.ts';
import { timedUnits } from '../outbox/merge/merge-facts.ts';
import type { Mutation } from '../outbox/mutation.ts';

export interface LostEntry extends RecordKey {
  readonly field: string;
  readonly block: string;
  readonly lines: readonly string[];
  readonly key: string;
  /** Device time in ms at which the loss was noticed. */
  readonly at: number;
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
    return [...entriesOf(was)].flatMap(([key, { block, lines }]) =>
      !added.has(key) || hasEntry(is, { key, lines })
        ? []
        : [{ resource, localId, field, block, lines, key, at: now }],
    );
  });
}

export function losesEntries(note: HistoryNote): boolean {
  return (
    note.by === 'other' &&
    textsIn(note).some(([, { was, is }]) =>
      [...entriesOf(was)].some(([key, { lines }]) => !hasEntry(is, { key, lines })),
    )
  );
}

/** Another program may split or join the lines of readings. */
export function hasEntry(
  text: FieldValue | undefined,
  { key, lines }: Pick<LostEntry, 'key' | 'lines'>,
): boolean {
  if (typeof text !== 'string') return false;
  return entriesOf(text).has(key) || saysAll(text, lines.join('\n'));
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
