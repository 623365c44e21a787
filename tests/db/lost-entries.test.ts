import { describe, expect, it } from 'vitest';
import { hasEntry, losesEntries, lostEntries } from '../../src/db/lost-entries.ts';
import type { HistoryNote } from '../../src/outbox/lane-event.ts';

const FIRST = '2026-11-23 08:00 +0000 Bo Diaz: Came';
const OURS = '2026-11-23 08:42 +0000 Ann Lee: Wall open';
const logOf = (...entries: readonly string[]): string => ['--- Log ---', ...entries].join('\n');

const noteOf = (was: string | null, is: string | null, by: HistoryNote['by'] = 'other'): HistoryNote => ({
  resource: 'workOrders',
  localId: '1',
  at: 5,
  by,
  fields: { notes: { was, is }, title: { was: OURS, is: '' } },
});
const changed = (base: string | null, value: string | null) => ({ fields: { notes: { base, value } } });
const added = changed(logOf(FIRST), logOf(FIRST, OURS));

describe('a change of a text by others', () => {
  it.each<[string, HistoryNote, ReturnType<typeof changed>[], string[][]]>([
    ['that drops our entry', noteOf(logOf(FIRST, OURS), logOf(FIRST)), [added], [[OURS]]],
    ['that empties the text', noteOf(logOf(OURS), null), [changed(null, logOf(OURS))], [[OURS]]],
    ['that drops another’s entry', noteOf(logOf(FIRST, OURS), logOf(OURS)), [added], []],
    ['of a title alone', { ...noteOf(null, null), fields: { title: { was: OURS, is: '' } } }, [added], []],
    ['that is ours', noteOf(logOf(FIRST, OURS), logOf(FIRST), 'me'), [added], []],
    [
      'after we removed the entry',
      noteOf(logOf(FIRST, OURS), logOf(FIRST)),
      [added, changed(logOf(FIRST, OURS), logOf(FIRST))],
      [],
    ],
    [
      'after we changed another field',
      noteOf(logOf(FIRST, OURS), logOf(FIRST)),
      [added, { fields: { title: { base: '', value: 'x' } } } as never],
      [[OURS]],
    ],
  ])('[M35] %s', (_, note, own, lines) => {
    const lost = lostEntries(note, own, 7);
    expect(lost.map((entry) => entry.lines)).toEqual(lines);
    expect(lost.every(({ block, field, at }) => block === 'Log' && field === 'notes' && at === 7)).toBe(true);
  });

  it('[M35] that drops our reading of a drying log', () => {
    const reading = '2026-11-24 09:05 -0600 Ann Lee: points A1 34';
    const text = `--- Drying ---\n${reading}`;
    expect(lostEntries(noteOf(text, ''), [changed('', text)], 7)).toMatchObject([
      { block: 'Drying', lines: [reading] },
    ]);
  });

  it.each(['2026-11-24 09:05 -0600 Ann Lee:', '2026-11-24 09:05 Ann Lee:'])(
    '[M35] that splits or joins our readings loses none of them: %s',
    (stamp) => {
      const joined = `--- Drying ---\n${stamp} points A1 34, A2 28`;
      const split = `--- Drying ---\n${stamp} points A1 34\n${stamp} points A2 28`;
      for (const [was, is] of [
        [joined, split],
        [split, joined],
      ] as const) {
        expect(losesEntries(noteOf(was, is))).toBe(false);
        expect(lostEntries(noteOf(was, is), [changed('', was)], 7)).toEqual([]);
      }
      const half = `--- Drying ---\n${stamp} points A1 34`;
      expect(lostEntries(noteOf(joined, half), [changed('', joined)], 7)).toHaveLength(1);
    },
  );

  it('[M35] loses an entry only if others made it and the entry is in neither block any more', () => {
    expect(losesEntries(noteOf(logOf(FIRST, OURS), logOf(FIRST)))).toBe(true);
    expect(losesEntries(noteOf(logOf(FIRST, OURS), logOf(FIRST), 'me'))).toBe(false);
    expect(losesEntries(noteOf(logOf(FIRST), logOf(OURS, FIRST)))).toBe(false);
    expect(losesEntries(noteOf('--- Job ---\nCrew: Ann', ''))).toBe(false);
  });

  it('[M35] has an entry however the text is spaced, and none where there is no text', () => {
    const [entry] = lostEntries(noteOf(logOf(FIRST, OURS), logOf(FIRST)), [added], 7);
    expect(entry && hasEntry(`\n---  LOG---\n ${OURS.replace(': ', ' :  ')}`, entry)).toBe(true);
    expect(entry && hasEntry(undefined, entry)).toBe(false);
  });
});
