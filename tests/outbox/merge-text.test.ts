import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTexts, settleTexts } from '../../src/outbox/merge/merge-text.ts';

const merged = (base: string, mine: string, theirs: string): string | null =>
  mergeTexts({ base, mine, theirs });
const text = (...lines: readonly string[]): string => lines.join('\n');

describe('two changes of a text', () => {
  it.each<[string, string[], string[], string[], string[]]>([
    ['at the end and at the beginning', ['a'], ['a', 'mine'], ['theirs', 'a'], ['theirs', 'a', 'mine']],
    ['both at the end', ['a'], ['a', 'mine'], ['a', 'theirs'], ['a', 'theirs', 'mine']],
    [
      'of which one line is the same',
      ['a'],
      ['a', 'x', 'mine'],
      ['a', 'x', 'theirs'],
      ['a', 'x', 'theirs', 'mine'],
    ],
    ['from nothing', [], ['mine'], ['theirs'], ['theirs', 'mine']],
    ['of lines apart', ['a', 'b', 'c'], ['A', 'b', 'c'], ['a', 'b', 'C'], ['A', 'b', 'C']],
    ['that remove and add', ['a', 'b', 'c'], ['b', 'c'], ['a', 'b', 'c', 'd'], ['b', 'c', 'd']],
    ['that are the same', ['a', 'b'], ['a', 'B'], ['a', 'B'], ['a', 'B']],
    ['that empty it', ['a'], [], [], []],
  ])('[M27, M38] are merged: %s', (_, base, mine, theirs, both) => {
    expect(merged(text(...base), text(...mine), text(...theirs))).toBe(text(...both));
  });

  it('[M27] keep the server’s line breaks, even if a browser changed mine', () => {
    expect(merged('a\r\nb', 'a\nb\nmine', 'theirs\r\na\r\nb\r\n')).toBe('theirs\r\na\r\nb\r\nmine\r\n');
  });

  it('[M28] sort log entries by time, even if a clock was wrong', () => {
    const first = '2026-11-23 08:42 -0600 ann: Wall open.';
    const second = '2026-11-23 09:40 -0500 bo: Adjuster at 3.';
    const third = '2026-11-23 15:00 +0000 cy: Dry.';
    const log = '--- Log ---';
    expect(merged(log, text(log, second), text(log, first, third))).toBe(text(log, second, first, third));
    const old = '2026-11-22 10:00 ann: Came.';
    expect(merged(text(log, old), text(log, third, old), text(log, first, old))).toBe(
      text(log, third, first, old),
    );
  });

  it('[M29] of the same line are left to a person, who can keep both', () => {
    const sides = { base: 'gate 4471\nb', mine: 'gate 12\nb\nmine', theirs: 'gate 99\nb' };
    expect(mergeTexts(sides)).toBeNull();
    expect(settleTexts(sides, 'both')).toBe('gate 99\ngate 12\nb\nmine');
  });

  it.each<[string, string[], string[], string[], string[]]>([
    [
      'beside another first line',
      ['a', 'b'],
      ['Void since 1: x', 'a', 'b'],
      ['A', 'b'],
      ['Void since 1: x', 'A', 'b'],
    ],
    [
      'by both',
      ['a'],
      ['Void since 1: x', 'a'],
      ['Void since 2: y', 'a'],
      ['Void since 2: y', 'Void since 1: x', 'a'],
    ],
    ['of a caption that is emptied', ['a'], ['Void since 1: x', 'a'], [], ['Void since 1: x']],
    ['that is taken away elsewhere', ['Void since 1: x', 'a'], ['Void since 1: x', 'b'], ['a'], ['b']],
    ['of a caption that was blank', [], ['Void since 1: x'], ['A'], ['Void since 1: x', 'A']],
  ])('[F45] keep a mark as void: %s', (_, base, mine, theirs, both) => {
    expect(merged(text(...base), text(...mine), text(...theirs))).toBe(text(...both));
  });

  it.each(['mine', 'theirs', 'both'] as const)(
    '[F45] keep a mark as void where a person takes %s',
    (side) => {
      const sides = { base: 'a\nb', mine: 'Void since 1: x\nmine\nb', theirs: 'theirs\nb' };
      expect(mergeTexts(sides)).toBeNull();
      const lines = { mine: 'mine', theirs: 'theirs', both: 'theirs\nmine' }[side];
      expect(settleTexts(sides, side)).toBe(`Void since 1: x\n${lines}\nb`);
      const { mine, theirs } = sides;
      expect(settleTexts({ ...sides, mine: theirs, theirs: mine }, side)).toMatch(/^Void since 1: x\n/);
    },
  );

  it('[M29] of a very long text are left to a person', () => {
    const long = 'x\n'.repeat(2001);
    expect(merged(long, `${long}mine`, long)).toBeNull();
    expect(settleTexts({ base: long, mine: 'mine', theirs: 'theirs' }, 'both')).toBe('theirs\nmine');
  });
});

/** Few different lines, so that many are equal. */
const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '--- Log ---'), { maxLength: 8 });
/** Lines with others inserted. */
const more = (among: readonly string[], name: string) =>
  fc.array(fc.nat({ max: among.length }), { maxLength: 4 }).map((places) => {
    const all = [...among];
    for (const [n, place] of places.entries()) all.splice(place, 0, `${name}${n}`);
    return all;
  });

describe('any text', () => {
  const three = fc.record({ base: lines, mine: lines, theirs: lines });
  const asText = (list: readonly string[]): string => list.join('\n').trimEnd();

  it('[M27] changed by one side alone becomes that side’s text', () => {
    fc.assert(
      fc.property(three, ({ base, mine }) => {
        expect(merged(asText(base), asText(mine), asText(base))).toBe(asText(mine));
        expect(merged(asText(base), asText(base), asText(mine))).toBe(asText(mine));
        expect(merged(asText(base), asText(mine), asText(mine))).toBe(asText(mine));
      }),
      { numRuns: 3000 },
    );
  });

  it('[M30] stays as it is if it already has my lines', () => {
    const inserted = lines.chain((base) =>
      fc.record({ base: fc.constant(base), mine: more(base, 'mine'), theirs: more(base, 'theirs') }),
    );
    fc.assert(
      fc.property(inserted, ({ base, mine, theirs }) => {
        const once = merged(asText(base), asText(mine), asText(theirs)) ?? '';
        expect(merged(asText(base), asText(mine), once)).toBe(once);
        for (const line of [...mine, ...theirs].filter((one) => /\d/.test(one)))
          expect(once.split('\n').filter((one) => one === line)).toHaveLength(1);
      }),
      { numRuns: 3000 },
    );
  });

  it('[M27] has each inserted line once, in order, and both sides get the same result', () => {
    const inserted = lines.chain((base) =>
      fc.record({ base: fc.constant(base), mine: more(base, 'mine'), theirs: more(base, 'theirs') }),
    );
    fc.assert(
      fc.property(inserted, ({ base, mine, theirs }) => {
        const once = (merged(asText(base), asText(mine), asText(theirs)) ?? '').split('\n');
        for (const side of [mine, theirs]) {
          const own = side.filter((line) => /\d/.test(line));
          expect(once.filter((line) => own.includes(line))).toEqual(own);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
