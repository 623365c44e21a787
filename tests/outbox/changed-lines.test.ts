import { expect, it } from 'vitest';
import { type ChangedLine, changedLines } from '../../src/outbox/merge/merge-lines.ts';

const said = (lines: readonly ChangedLine[] | null) =>
  lines?.map(({ change, line }) => `${change === 'added' ? '+' : '-'} ${line}`);

it.each<[name: string, was: string, is: string, expected: readonly string[]]>([
  ['added at the end', 'a\nb', 'a\nb\nc', ['+ c']],
  ['removed', 'a\nb\nc', 'a\nc', ['- b']],
  ['changed', 'a\nb\nc', 'a\nB\nc', ['- b', '+ B']],
  ['all new', '', 'a\nb', ['+ a', '+ b']],
  ['in two places', 'a\nb\nc', 'x\na\nb\nc\ny', ['+ x', '+ y']],
  ['the same', 'a\nb', 'a\r\nb\n', []],
])('the lines that changed are told, in their order: %s', (_, was, is, expected) => {
  expect(said(changedLines(was, is))).toEqual(expected);
});

it('returns null for texts that are too long', () => {
  expect(changedLines('a', 'a\n'.repeat(2001))).toBeNull();
});
