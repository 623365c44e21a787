import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { USUAL_TEMPLATES } from '../../src/domain/day/checklist.ts';
import { checklistIn, mergeChecklists, withChecklist } from '../../src/outbox/merge/merge-checklists.ts';

const A = 'A:\none';
const B = 'B:\ntwo';
const C = 'C:\nthree';
const lists = (...each: readonly string[]) => each.join('\n\n');
const merged = (base: string, mine: string, theirs: string) => mergeChecklists(base, mine, theirs).text;

describe('checklists of two sides', () => {
  it.each([
    ['only I changed one', lists(A, B), lists(`${A}\nmore`, B), lists(A, B), lists(`${A}\nmore`, B)],
    ['only they changed one', lists(A, B), lists(A, B), lists(A, `${B}\nmore`), lists(A, `${B}\nmore`)],
    ['both did the same', A, B, B, B],
    [
      'each changed another',
      lists(A, B),
      lists(`${A}\n1`, B),
      lists(A, `${B}\n2`),
      lists(`${A}\n1`, `${B}\n2`),
    ],
    ['each added one', A, lists(A, B), lists(A, C), lists(A, C, B)],
    ['I removed one, they added one', lists(A, B), A, lists(A, B, C), lists(A, C)],
    ['they removed one, I added one', lists(A, B), lists(A, B, C), B, lists(B, C)],
    ['I moved one, they changed one', lists(A, B), lists(B, A), lists(A, `${B}\n2`), lists(`${B}\n2`, A)],
    ['both moved some', lists(A, B, C), lists(B, A, C), lists(A, C, B), lists(A, C, B)],
    ['they moved one, I changed one', lists(A, B), lists(A, `${B}\n2`), lists(B, A), lists(`${B}\n2`, A)],
    ['I changed the lines before the first', `x\n${A}`, `y\n${A}`, lists(`x\n${A}`, B), lists('y', A, B)],
  ])('%s', (_, base, mine, theirs, result) => {
    expect(mergeChecklists(base, mine, theirs)).toEqual({ text: result, conflicts: [] });
  });

  it.each([
    ['both changed one', A, `${A}\nmine`, `${A}\ntheirs`, `${A}\ntheirs`, `${A}\nmine`],
    ['I removed what they changed', lists(A, B), B, lists(`${A}\n1`, B), lists(`${A}\n1`, B), ''],
    ['they removed what I changed', lists(A, B), lists(`${A}\n1`, B), B, B, `${A}\n1`],
    [
      'both added one with the same name',
      B,
      lists(B, 'A:\nmine'),
      lists(B, 'A:\ntheirs'),
      lists(B, 'A:\ntheirs'),
      'A:\nmine',
    ],
  ])('%s: theirs stands, and mine is reported', (_, base, mine, theirs, text, own) => {
    expect(mergeChecklists(base, mine, theirs)).toEqual({ text, conflicts: [{ checklist: 'A', mine: own }] });
  });

  it('start from the usual ones if the text is empty', () => {
    const mine = `${USUAL_TEMPLATES}\n\n${A}`;
    const theirs = `${B}\n\n${USUAL_TEMPLATES}`;
    const { text, conflicts } = mergeChecklists('', mine, theirs);
    expect(conflicts).toEqual([]);
    for (const part of [A, B]) expect(text).toContain(part);
    expect(text.match(/Mold:/g)).toHaveLength(1);
    expect(merged('', USUAL_TEMPLATES, A)).toBe(A);
  });

  it('with the same name stay two', () => {
    const twice = lists(A, 'A:\nother');
    expect(merged(twice, lists(A, 'A:\nother\nmine'), lists('A:\none\ntheirs', 'A:\nother'))).toBe(
      lists('A:\none\ntheirs', 'A:\nother\nmine'),
    );
  });
});

describe('one checklist', () => {
  it('is found by its name, including its heading', () => {
    expect(checklistIn(lists(A, B), 'B')).toBe(B);
    expect(checklistIn(A, 'B')).toBe('');
    expect(checklistIn('', 'Mold')).toMatch(/^Mold:\n/);
  });

  it('is replaced, appended or removed', () => {
    expect(withChecklist(lists(A, B), 'A', 'A:\nnew')).toBe(lists('A:\nnew', B));
    expect(withChecklist(A, 'B', B)).toBe(lists(A, B));
    expect(withChecklist(lists(A, B), 'A', '')).toBe(B);
  });
});

it('any changes of two sides are in the merge or reported, and no list is in it twice', () => {
  const names = ['A', 'B', 'C', 'D'];
  const side = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 1, max: 3 })), {
      selector: ([name]) => name,
      minLength: 1,
    })
    .map((each) => each.map(([name, n]) => `${name}:\nitem ${n}`).join('\n\n'));
  fc.assert(
    fc.property(side, side, side, (base, mine, theirs) => {
      const { text, conflicts } = mergeChecklists(base, mine, theirs);
      for (const name of names) {
        const [was, my, their, is] = [base, mine, theirs, text].map((one) => checklistIn(one, name));
        const isAsked = conflicts.some(({ checklist }) => checklist === name);
        const bothChanged = my !== was && their !== was && my !== their;
        expect([name, isAsked, is]).toEqual([name, bothChanged, my === was || bothChanged ? their : my]);
      }
      const headings = text.split('\n').filter((line) => line.endsWith(':'));
      expect(new Set(headings).size).toBe(headings.length);
    }),
    { numRuns: 2000 },
  );
});
