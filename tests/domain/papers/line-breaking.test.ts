import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  brokenLines,
  missingCharacters,
  type TextRun,
  type Typeface,
} from '../../../src/domain/papers/line-breaking.ts';

/** Has Latin, Greek and Cyrillic letters, each of which is 1 wide. Others are 2 wide. */
const FACE: Typeface = {
  hasGlyph: (codePoint) =>
    (codePoint >= 0x20 && codePoint < 0x530) || (codePoint >= 0x1e00 && codePoint < 0x2100),
  widthOf: ({ text, isInFont }) => Array.from(text).length * (isInFont ? 1 : 2),
};

/** '[…]' is a picture. */
function said(lines: readonly (readonly TextRun[])[]): string[] {
  return lines.map((line) => line.map(({ text, isInFont }) => (isInFont ? text : `[${text}]`)).join(''));
}

const broken = (text: string, width: number) => said(brokenLines(text, width, FACE));

describe('a text', () => {
  test.each([
    ['Dry the kitchen', 20, ['Dry the kitchen']],
    ['Dry the kitchen', 8, ['Dry the', 'kitchen']],
    ['Dry   the kitchen  ', 7, ['Dry', 'the', 'kitchen']],
    ['one\n\ntwo\r\nthree', 9, ['one', '', 'two', 'three']],
    ['', 9, ['']],
    ['see https://example.com/a/b', 10, ['see', 'https://ex', 'ample.com/', 'a/b']],
    ['abcdefgh ij', 4, ['abcd', 'efgh', 'ij']],
    ['  a', 1, ['a']],
    ['ab', 0, ['a', 'b']],
    ['1.\tPayment is due\u3000now', 40, ['1. Payment is due now']],
    ['\tPay', 40, [' Pay']],
    ['王\t小', 40, ['[王 小]']],
  ])('%j is broken at %d: %j', (text, width, lines) => {
    expect(broken(text, width)).toEqual(lines);
  });

  test.each([
    ['Łucja Żółć, Nguyễn Ệ, Жанна', 40, ['Łucja Żółć, Nguyễn Ệ, Жанна']],
    ['Bill to 王小明 today', 40, ['Bill to [王小明] today']],
    ['王小明李四', 6, ['[王小明]', '[李四]']],
    ['שלום עולם ok', 40, ['[שלום עולם] ok']],
    ['ok 👷🏽‍♀️', 40, ['ok [👷🏽‍♀️]']],
    ['שלום', 4, ['[של]', '[ום]']],
  ])('%j has what the font lacks as pictures: %j', (text, width, lines) => {
    expect(broken(text, width)).toEqual(lines);
  });

  test('loses no character but spaces, and no line is too wide', () => {
    const text = fc.array(fc.constantFrom('a', 'word', ' ', '  ', '\n', '王', 'שלום', 'é', '-'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 12 }), (pieces, width) => {
        const lines = brokenLines(pieces.join(''), width, FACE);
        const all = lines.flatMap((line) => line.map((run) => run.text)).join('');
        assert.equal(all.replace(/\s/g, ''), pieces.join('').replace(/\s/g, ''));
        for (const line of lines) {
          assert.ok(line.reduce((sum, run) => sum + FACE.widthOf(run), 0) <= width);
          assert.ok(line.every((run, at) => run.isInFont !== line[at + 1]?.isInFont));
        }
      }),
    );
  });

  test('tells the characters that the font lacks', () => {
    expect(missingCharacters(['Ann 王', '王 שש'], FACE.hasGlyph)).toEqual(['王', 'ש']);
    expect(missingCharacters(['Łucja Ệ\n'], FACE.hasGlyph)).toEqual([]);
  });
});
