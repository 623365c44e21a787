import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDrying, readDrying } from '../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../src/domain/drying/fold-drying.ts';
import { mergeTexts } from '../../src/outbox/merge/merge-text.ts';
import { air, at, fiveDays, moisture, ref } from '../support/drying/job.ts';
import { DENVER, NOTES } from '../support/records/texts.ts';

const removed: DryingFact = { word: 'removed', ref: ref('A2'), isPoint: false };
const goal: DryingFact = { word: 'set', ref: ref('A7'), place: 'Hall', material: 'tile', goal: 9 };
const fact: fc.Arbitrary<DryingFact> = fc.oneof(
  fc.integer({ min: 10, max: 40 }).map((value) => moisture('A1', value)),
  fc.integer({ min: 60, max: 70 }).map((value) => air('A', value, 50)),
  fc.constantFrom<DryingFact>(removed, goal, { word: 'running', ref: null }, { word: 'note', text: 'a\nb' }),
);
/** Visits of one person, each with the minute of the day. */
const visits = fc.array(
  fc.tuple(fc.integer({ min: 10, max: 14 }), fc.array(fact, { minLength: 1, maxLength: 3 })),
  {
    maxLength: 4,
  },
);
type Visits = readonly (readonly [number, readonly DryingFact[]])[];

const BASES = ['', 'Dog.', NOTES.trimEnd(), fiveDays(), `Dog.\r\n${fiveDays().replaceAll('\n', '\r\n')}`];

function visited(notes: string, who: string, times: Visits): string {
  return times.reduce(
    (text, [minute, facts]) => addDrying(text, at(`2026-11-26 09:${minute}`, who), facts),
    notes,
  );
}

describe('two people’s drying entries', () => {
  const two = fc.record({ base: fc.constantFrom(...BASES), mine: visits, theirs: visits });

  test('[M34] are all there once, nobody is asked, and both devices show the same', () => {
    fc.assert(
      fc.property(two, ({ base, mine, theirs }) => {
        const [my, their] = [visited(base, 'Ann Lee', mine), visited(base, 'Bo Diaz', theirs)];
        const merged = mergeTexts({ base, mine: my, theirs: their });
        const other = mergeTexts({ base, mine: their, theirs: my });
        if (merged === null || other === null) throw new Error('A person would be asked.');
        const log = foldDrying(readDrying([merged], DENVER));
        expect(log).toEqual(foldDrying(readDrying([other], DENVER)));
        expect(log).toEqual(foldDrying(readDrying([my, their], DENVER)));
        const timesIn = (text: string, line: string): number =>
          text.split(/\r?\n/).filter((one) => one === line).length;
        for (const line of new Set(merged.split(/\r?\n/).filter((one) => one.startsWith('2026-11-26'))))
          expect(timesIn(merged, line)).toBe(Math.max(timesIn(my, line), timesIn(their, line)));
        // A lost answer: mine is sent again, on a copy that has it already.
        expect(mergeTexts({ base, mine: my, theirs: merged })).toBe(merged);
      }),
      { numRuns: 150 },
    );
  });

  test('[M34] stay apart from a note that somebody adds, and from a checklist that is ticked', () => {
    const base = NOTES.trimEnd();
    const mine = visited(base, 'Ann Lee', [[10, [moisture('A1', 34)]]]);
    const theirs = base
      .replace('[ ] Certificate', '[x] Certificate')
      .replace('--- Log ---', '--- Log ---\n2026-11-26 09:10 -0600 Bo Diaz: points A1 34');
    const merged = mergeTexts({ base, mine, theirs }) ?? '';
    expect(merged).toContain('[x] Certificate');
    expect(readDrying([merged], DENVER).map(({ who, text, isInBlock }) => [who, text, isInBlock])).toEqual([
      ['Ann Lee', 'points A1 34', true],
      ['Bo Diaz', 'points A1 34', false],
    ]);
  });
});
