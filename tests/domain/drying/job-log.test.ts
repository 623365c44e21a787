import { describe, expect, test } from 'vitest';
import { addDrying, draftEntry, jobNotes, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import { sayNow } from '../../../src/domain/drying/fast-clocks.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { at } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

describe('the log of a job', () => {
  const notes = (project: string, text: string) => `--- Job ---\nProject: ${project}\n--- Log ---\n${text}`;
  const own = { customer: '1', notes: notes('Burst pipe', 'a') };
  const same = { customer: '1', notes: notes('burst  pipe', 'b') };
  const others = [
    { customer: '1', notes: notes('Other', 'c') },
    { customer: '2', notes: notes('Burst pipe', 'd') },
    { customer: '1', notes: 'e' },
  ];

  test('is all work orders that name its project', () => {
    expect(jobNotes(own, [same, ...others])).toEqual([own.notes, same.notes]);
  });

  test('without a project is the work order alone', () => {
    expect(jobNotes({ customer: '1', notes: 'e' }, [own, same, ...others])).toEqual(['e']);
  });

  test('has the entries of all its work orders once, in whatever order they come', () => {
    const fact: DryingFact = { word: 'note', text: 'Dog' };
    const [one, other] = ['Ann Lee', 'Bo Diaz'].map((who) =>
      addDrying('', at('2026-11-24 09:05', who), [fact]),
    );
    const read = (...texts: readonly (string | undefined)[]) => readDrying(texts.map(String), DENVER);
    expect(read(one, other, one)).toHaveLength(2);
    expect(read(other, one)).toEqual(read(one, other));
    expect(foldDrying([...read(one), draftEntry(at('2026-11-25 09:00'), [fact])]).notes).toHaveLength(2);
  });
});

describe('what a person says in two work orders within a minute', () => {
  const begun = [
    '2026-11-23 08:00 -0600 Ann Lee: chamber A = Kitchen, class 2',
    '2026-11-23 08:00 -0600 Ann Lee: placed D1 LGR A',
  ];
  const notesOf = (head: string, ...entries: readonly string[]) =>
    [head, '--- Drying ---', ...entries].join('\n');
  const classIs = (lossClass: number): DryingFact => ({
    word: 'changed',
    ref: { label: 'A', by: 'Ann Lee' },
    of: 'chamber',
    to: { lossClass },
  });
  const countIs = (count: number): DryingFact => ({
    word: 'changed',
    ref: { label: 'D1', by: 'Ann Lee' },
    of: 'placed',
    to: { count },
  });
  const removed: DryingFact = { word: 'removed', ref: { label: 'D1', by: '' }, isPoint: false };

  /** Says each fact in turn, by a tap in the first or the second. Returns what they add up to. */
  function after(heads: readonly [string, string], ...said: readonly (readonly [0 | 1, DryingFact])[]) {
    const texts = [notesOf(heads[0], ...begun), notesOf(heads[1])];
    for (const [place, fact] of said) {
      const job = readDrying(texts, DENVER);
      texts[place] = sayNow(texts[place] ?? '', at('2026-11-24 09:10'), [fact], job);
    }
    return foldDrying(readDrying(texts, DENVER));
  }

  test.each<readonly [string, string]>([
    ['a', 'b'],
    ['b', 'a'],
  ])('counts in the order in which it was said, whichever text comes first: %s, %s', (...heads) => {
    const edits = [
      [0, classIs(3)],
      [1, classIs(4)],
      [1, classIs(3)],
      [0, classIs(1)],
    ] as const;
    const [chamber] = after(heads, ...edits).chambers;
    expect(chamber?.changes.map(({ to }) => to.lossClass)).toEqual([3, 4, 3, 1]);
    const { units, notes } = after(heads, [0, countIs(2)], [1, countIs(3)], [1, countIs(2)], [0, removed]);
    expect(units[0]?.placements.map(({ count, until }) => [count, until !== null])).toEqual([
      [1, true],
      [2, true],
    ]);
    expect(notes).toEqual([]);
  });

  test('counts once if it is the same', () => {
    const [chamber] = after(['a', 'b'], [0, classIs(3)], [1, classIs(3)]).chambers;
    expect(chamber?.changes).toHaveLength(1);
    expect(chamber?.changes[0]?.by.at).toBe(at('2026-11-24 09:10').at);
  });
});
